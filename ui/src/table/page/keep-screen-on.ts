/** Keep the screen on until the returned function is called. A hidden page loses its lock and takes it again. */
export function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | null = null;
  let ended = false;
  const take = async (): Promise<void> => {
    if (document.hidden || (lock && !lock.released)) return;
    try {
      // Pages without https have no wake lock.
      lock = (await (navigator.wakeLock as WakeLock | undefined)?.request("screen")) ?? null;
      if (ended) void lock?.release();
    } catch {
      // The device saves its battery.
    }
  };
  void take();
  document.addEventListener("visibilitychange", take);
  return () => {
    ended = true;
    document.removeEventListener("visibilitychange", take);
    void lock?.release();
  };
}
