const isFace = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 6;

/** Whether a value of this name reads as dice: one face, or a list of them. */
export function isDice(name: string, value: unknown): boolean {
  if (Array.isArray(value))
    return value.length > 0 && /dice|die|throw|roll|faces|kept/.test(name) && value.every(isFace);
  return /(^|_)(die|throw|roll)$/.test(name) && isFace(value);
}
