// Times as people read them. Seconds come from the house.
const DAY = 86_400;

const two = (n: number): string => String(n).padStart(2, "0");

/** 2 d 5 h; 3 h 10 min; 4:05 */
export function left(seconds: number): string {
  const whole = Math.ceil(seconds),
    minutes = Math.floor(whole / 60);
  if (whole >= DAY) return `${Math.floor(whole / DAY)} d ${Math.floor((whole % DAY) / 3600)} h`;
  if (whole >= 3600) return `${Math.floor(whole / 3600)} h ${minutes % 60} min`;
  return `${minutes}:${two(whole % 60)}`;
}

/** Tue 08:00, where the reader lives */
export const until = (moment: number): string =>
  new Date(moment * 1000).toLocaleString("en", { weekday: "short", hour: "2-digit", minute: "2-digit", hour12: false });
