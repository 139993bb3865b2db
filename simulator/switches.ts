/**
 * What was switched off and on again, limited and restarted, by serial and time: so that what a station was at any
 * moment stays a function of that moment. Nothing is off, limited or restarted unless it is in here.
 */
export interface Switches {
  /** From `ts` on. */
  set(sn: string, on: boolean, ts: number): void
  isOff(sn: string, ts: number): boolean
  /** Share of rated power from `ts` on, %. */
  limit(sn: string, pct: number, ts: number): void
  /** 100 = not limited. */
  limitOf(sn: string, ts: number): number
  restart(sn: string, ts: number): void
  /** When it started last; null = never restarted. */
  startedAt(sn: string, ts: number): number | null
  /** Nothing was ever switched or limited: nothing need be asked. */
  readonly untouched: boolean
}

/** What holds of a serial from a moment on, newest last. */
function record<T>() {
  const entries = new Map<string, { ts: number; value: T }[]>()
  return {
    add(sn: string, value: T, ts: number): void {
      entries.set(sn, [...(entries.get(sn) ?? []), { ts, value }])
    },
    at: (sn: string, ts: number): T | undefined => entries.get(sn)?.findLast((one) => one.ts <= ts)?.value,
    empty: (): boolean => entries.size === 0,
  }
}

export function switchboard(): Switches {
  const turned = record<boolean>()
  const limits = record<number>()
  const starts = record<number>()
  return {
    set: (sn, on, ts) => turned.add(sn, on, ts),
    isOff: (sn, ts) => turned.at(sn, ts) === false,
    limit: (sn, pct, ts) => limits.add(sn, pct, ts),
    limitOf: (sn, ts) => limits.at(sn, ts) ?? 100,
    restart: (sn, ts) => starts.add(sn, ts, ts),
    startedAt: (sn, ts) => starts.at(sn, ts) ?? null,
    get untouched() {
      return turned.empty() && limits.empty()
    },
  }
}
