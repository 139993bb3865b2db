import { isLater, seenIn } from '../../platform/db/behind.ts'
import type { Db } from '../../platform/db/handle.ts'
import { inTurn } from '../../platform/in-turn.ts'
import { alarmsSince, type AlarmsSince, type BareAlarm } from './find-open-alarms.ts'

export type OpenAlarms = {
  /** Worst first, as `openAlarmsIn` orders them. */
  worst: readonly BareAlarm[]
  /** The same by station: of each the same array as long as none of it changes. */
  ofStation: ReadonlyMap<string, readonly BareAlarm[]>
}

/**
 * All open alarms of the installation, as this server has read them (decision 140): a look reads what was written since the
 * one before, so it is answered as if it had read all.
 */
export type OpenAlarmsMind = { read: (db: Db) => Promise<OpenAlarms> }

const worstFirst = (a: BareAlarm, b: BareAlarm): number =>
  a.level - b.level || b.us - a.us || (a.id < b.id ? -1 : Number(a.id > b.id))

const isSame = (a: BareAlarm, b: BareAlarm): boolean =>
  a.level === b.level &&
  a.us === b.us &&
  a.code === b.code &&
  a.device_id === b.device_id &&
  a.station_id === b.station_id

/** `own`: followed over these connections, whoever asks; null: over those of whoever asks. */
export const createOpenAlarmsMind = (own: Db | null = null): OpenAlarmsMind => {
  let byId = new Map<string, BareAlarm>()
  let known: OpenAlarms = { worst: [], ofStation: new Map() }
  let behind: string | null = null
  const turn = inTurn()

  const take = ({ open, closed }: AlarmsSince): void => {
    const moved = new Set<string>()
    const gone = new Set<BareAlarm>()
    const come: BareAlarm[] = []
    for (const id of closed) {
      const before = byId.get(id)
      if (before === undefined) continue
      byId.delete(id)
      gone.add(before)
      moved.add(before.station_id)
    }
    for (const one of open) {
      const before = byId.get(one.id)
      if (before !== undefined && isSame(before, one)) continue
      byId.set(one.id, one)
      come.push(one)
      moved.add(one.station_id)
      if (before === undefined) continue
      gone.add(before)
      moved.add(before.station_id)
    }
    if (moved.size === 0) return
    // Nearly in order already, which sorting makes use of.
    const worst = [...known.worst.filter((one) => !gone.has(one)), ...come].sort(worstFirst)
    const ofStation = new Map(known.ofStation)
    for (const id of moved) ofStation.delete(id)
    const fresh = worst.filter((one) => moved.has(one.station_id))
    for (const [id, alarms] of Map.groupBy(fresh, (one) => one.station_id)) ofStation.set(id, alarms)
    known = { worst, ofStation }
  }

  return {
    read: (db) =>
      turn(async () => {
        const found = await alarmsSince(own ?? db, behind === null ? null : seenIn(behind))
        if (behind === null || isLater(found.behind, behind)) {
          take(found)
          behind = found.behind
          return known
        }
        const all = await alarmsSince(own ?? db, null)
        byId = new Map()
        known = { worst: [], ofStation: new Map() }
        take(all)
        behind = all.behind
        return known
      }),
  }
}
