// Format times for readers. The server sends seconds.
import { language, t } from "./i18n";

const DAY = 86_400;

const twoDigits = (n: number): string => String(n).padStart(2, "0");

/** For example 2 d 5 h; 3 h 10 min; 4:05. */
export function formatTimeLeft(seconds: number): string {
  const whole = Math.ceil(seconds),
    minutes = Math.floor(whole / 60);
  if (whole >= DAY)
    return t("{days} d {hours} h", { days: Math.floor(whole / DAY), hours: Math.floor((whole % DAY) / 3600) });
  if (whole >= 3600) return t("{hours} h {minutes} min", { hours: Math.floor(whole / 3600), minutes: minutes % 60 });
  return `${minutes}:${twoDigits(whole % 60)}`;
}

/** For example Tue 08:00, in the reader's time zone. */
export const formatWeekdayTime = (moment: number): string =>
  new Date(moment * 1000).toLocaleString(language(), {
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });

/** For example 18:05, in the reader's time zone. */
export const formatTime = (moment: number): string =>
  new Date(moment * 1000).toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
