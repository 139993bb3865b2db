/** `2026-11`, by the calendar of this phone; each station counts by its own. */
export const presentMonth = (now: number): string => {
  const day = new Date(now)
  return `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}`
}
