/**
 * A log that cannot be flooded: of each key one line a minute, with how many were held back. The number of keys
 * remembered is bounded too; beyond it the lines are counted under one common key.
 */
export function createLogThrottle(periodMs = 60_000, mostKeys = 10_000) {
  const keys = new Map<string, { from: number; heldBack: number }>()
  return {
    /** How many lines were held back since the last one when this one may be written, null when it may not. */
    next(key: string, now: number): number | null {
      if (keys.size >= mostKeys && !keys.has(key)) {
        for (const [known, { from }] of keys) if (now - from >= periodMs) keys.delete(known)
      }
      const counted = keys.size < mostKeys || keys.has(key) ? key : 'others'
      const known = keys.get(counted)
      if (known !== undefined && now - known.from < periodMs) {
        known.heldBack += 1
        return null
      }
      keys.set(counted, { from: now, heldBack: 0 })
      return known?.heldBack ?? 0
    },
  }
}
