import { createOpenAlarmsMind, type OpenAlarmsMind } from '../alarms/open-alarms-mind.ts'
import { COMPUTED } from '../stations/kept-store.ts'
import type { StationRow } from '../stations/station-store.ts'
import type { Sites } from './kept-troubles.ts'
import type { Looks } from './look-over.ts'

/** What trouble there is among very many stations, as this server has read it (decision 140). */
export type TroublesMind = {
  /** Of more stations than these. */
  readonly from: number
  readonly alarms: OpenAlarmsMind
  readonly looks: Looks
  readonly sites: Sites
  /** Looks so far. */
  turn: number
  /** These by id. */
  readonly rowOf: (rows: readonly StationRow[]) => ReadonlyMap<string, StationRow>
}

export const createTroublesMind = (from = COMPUTED): TroublesMind => {
  let last: { rows: readonly StationRow[]; byId: ReadonlyMap<string, StationRow> } | null = null
  return {
    from,
    alarms: createOpenAlarmsMind(),
    looks: new Map(),
    sites: new Map(),
    turn: 0,
    rowOf: (rows) => {
      if (last?.rows !== rows) last = { rows, byId: new Map(rows.map((row) => [row.id, row])) }
      return last.byId
    },
  }
}
