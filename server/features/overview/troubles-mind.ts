import { createOpenAlarmsMind, type OpenAlarmsMind } from '../alarms/open-alarms-mind.ts'
import type { Db } from '../../platform/db/handle.ts'
import { COMPUTED } from '../stations/kept-store.ts'
import type { StationRow } from '../stations/station-store.ts'
import type { Gathered } from './kept-troubles.ts'
import type { Looks } from './look-over.ts'
import type { Sites } from './trouble-sites.ts'

/** Where each station stands among all. */
export type Places = ReadonlyMap<string, number>

/** What trouble there is among very many stations, as this server has read it (decision 140). */
export type TroublesMind = {
  /** Of more stations than these. */
  readonly from: number
  readonly alarms: OpenAlarmsMind
  readonly looks: Looks
  readonly sites: Sites
  /** Of the last look. */
  gathered: Gathered | null
  readonly placesOf: (rows: readonly StationRow[]) => Places
}

/** `own`: alarms are followed over these connections, whoever asks; null: over those of whoever asks. */
export const createTroublesMind = (from = COMPUTED, own: Db | null = null): TroublesMind => {
  let last: { rows: readonly StationRow[]; places: Places } | null = null
  return {
    from,
    alarms: createOpenAlarmsMind(own),
    looks: { ofStation: new Map(), found: null, whole: null },
    sites: new Map(),
    gathered: null,
    placesOf: (rows) => {
      if (last?.rows !== rows) last = { rows, places: new Map(rows.map(({ id }, at) => [id, at])) }
      return last.places
    },
  }
}
