// The service worker of the server's pages: it shows notifications, and keeps a page for times without a connection.
const root = (): string => document.documentElement.dataset.root ?? ""; // the path below which the server's pages are
const script = (): string => new URL(`${root()}/sw.js`, location.href).href;
const ownCaches = async (): Promise<string[]> => {
  const start = `dicehouse-server:${new URL(`${root()}/`, location.href).href}:`; // as in sw.js
  return (await caches.keys()).filter((name) => name.startsWith(start));
};

/** Start the worker, and let it fetch what it keeps if that was deleted. */
export async function registerServerWorker(): Promise<ServiceWorkerRegistration> {
  const worker = await navigator.serviceWorker.register(script());
  if (worker.active && !(await ownCaches()).length) worker.active.postMessage("fill");
  return worker;
}

/** Return the push subscription of this worker; other workers of this host keep theirs. */
async function subscription(): Promise<PushSubscription | null> {
  const all = await navigator.serviceWorker.getRegistrations();
  const own = all.find(({ active, waiting, installing }) =>
    [active, waiting, installing].some((worker) => worker?.scriptURL === script()),
  );
  return own && "pushManager" in own ? own.pushManager.getSubscription() : null;
}

/** Write into the form that signs out which subscription the server has to forget. */
export async function fillPushEndpoint(field: HTMLInputElement): Promise<void> {
  field.value = (await subscription())?.endpoint ?? "";
}

/** Delete the push subscription and the caches of this worker, and nothing else: the rest isn't the server's. */
export async function forgetServerWorker(): Promise<void> {
  await (await subscription())?.unsubscribe();
  await Promise.all((await ownCaches()).map((name) => caches.delete(name)));
}
