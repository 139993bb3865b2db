const two = (n: number): string => String(n).padStart(2, '0')

/** `2:05:09`, and beyond a day `1 d 02:05:09`. */
export const clockOf = (ms: number): { days: number; clock: string } => {
  const all = Math.floor(Math.abs(ms) / 1000)
  const [days, rest] = [Math.floor(all / 86_400), all % 86_400]
  const hours = Math.floor(rest / 3600)
  return {
    days,
    clock: `${days > 0 ? two(hours) : hours}:${two(Math.floor((rest % 3600) / 60))}:${two(rest % 60)}`,
  }
}
