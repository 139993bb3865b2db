/**
 * What was switched off and on again, by serial and time: so that what a station was at any moment stays a function
 * of that moment. Nothing is switched off unless it is in here.
 */
export interface Switches {
  /** From `ts` on. */
  set(sn: string, on: boolean, ts: number): void
  isOff(sn: string, ts: number): boolean
  /** Nothing was ever switched: nothing need be asked. */
  readonly untouched: boolean
}

export function switchboard(): Switches {
  const turned = new Map<string, { ts: number; on: boolean }[]>()
  return {
    set(sn, on, ts) {
      const known = turned.get(sn) ?? []
      turned.set(sn, [...known, { ts, on }])
    },
    isOff: (sn, ts) => turned.get(sn)?.findLast((one) => one.ts <= ts)?.on === false,
    get untouched() {
      return turned.size === 0
    },
  }
}
