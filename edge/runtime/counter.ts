/** Counts up from 0, by name. */
export const counter = (): ((of: string) => number) => {
  const counts = new Map<string, number>()
  return (of) => {
    const count = counts.get(of) ?? 0
    counts.set(of, count + 1)
    return count
  }
}
