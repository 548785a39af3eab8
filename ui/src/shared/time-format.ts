// Format times for readers. The server sends seconds.
const DAY = 86_400;

const twoDigits = (n: number): string => String(n).padStart(2, "0");

/** For example 2 d 5 h; 3 h 10 min; 4:05. */
export function formatTimeLeft(seconds: number): string {
  const whole = Math.ceil(seconds),
    minutes = Math.floor(whole / 60);
  if (whole >= DAY) return `${Math.floor(whole / DAY)} d ${Math.floor((whole % DAY) / 3600)} h`;
  if (whole >= 3600) return `${Math.floor(whole / 3600)} h ${minutes % 60} min`;
  return `${minutes}:${twoDigits(whole % 60)}`;
}

/** For example Tue 08:00, in the reader's time zone. */
export const formatWeekdayTime = (moment: number): string =>
  new Date(moment * 1000).toLocaleString("en", { weekday: "short", hour: "2-digit", minute: "2-digit", hour12: false });
