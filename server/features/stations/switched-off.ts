import type { Db } from '../../platform/db/handle.ts'
import { actOn } from './commanded.ts'
import { readActs } from './find-acts.ts'
import { stoppedAt } from './find-stopped.ts'

/** Who switched a device off, and when a reading proved it. */
export type SwitchedOff = { at: number; by: string | null }

const AHEAD_MS = 86_400_000

/** An inverter is off, too, when at least this share of its modules' switches was opened on purpose. */
const OPENED = 0.5

/**
 * Devices that stand still because somebody wanted it, by id: what a command switched off and a reading proved, an
 * inverter whose modules' switches were opened so, and what hangs on an inverter that is off. What has run since the
 * command stands still by itself and is not among them. The rules judge by the same (domain/analyses/switched-off.ts).
 */
export const switchedOffAt = async (
  db: Db,
  stationIds: readonly string[],
  now: number,
): Promise<Map<string, SwitchedOff>> => {
  const off = new Map<string, SwitchedOff>()
  if (stationIds.length === 0) return off
  const stopped = await stoppedAt(db, stationIds)
  if (stopped.length === 0) return off
  const acts = await readActs(db, [...new Set(stopped.map(({ stationId }) => stationId))], now, [
    ...new Set(stopped.map(({ id }) => id)),
  ])
  for (const { id, ranAt } of stopped) {
    const { offSince, by } = actOn(acts.get(id), now)
    if (offSince !== null && (ranAt === null || ranAt <= offSince)) off.set(id, { at: offSince, by })
  }
  for (const { id, switches } of stopped) {
    if (off.has(id) || switches === 0) continue
    const opened = stopped.flatMap((one) =>
      one.parentId === id && one.kind === 'shutdown' ? (off.get(one.id) ?? []) : [],
    )
    const [first] = opened.toSorted((a, b) => a.at - b.at)
    if (first !== undefined && opened.length >= OPENED * switches) off.set(id, first)
  }
  for (const { id, parentId } of stopped) {
    const parent = parentId === null ? undefined : off.get(parentId)
    if (parent !== undefined && !off.has(id)) off.set(id, parent)
  }
  return off
}

/**
 * Of these stations those with a device that stands still and was ever switched or held down: whether that is why it
 * stands still depends on more than the station's own rows.
 */
export const stationsActedOn = async (
  db: Db,
  stationIds: readonly string[],
  now: number,
): Promise<Set<string>> => {
  if (stationIds.length === 0) return new Set()
  const stopped = await stoppedAt(db, stationIds)
  if (stopped.length === 0) return new Set()
  // What was noted by a clock that runs ahead counts soon.
  const acts = await readActs(db, [...new Set(stopped.map(({ stationId }) => stationId))], now + AHEAD_MS, [
    ...new Set(stopped.map(({ id }) => id)),
  ])
  return new Set(stopped.flatMap(({ id, stationId }) => (acts.has(id) ? [stationId] : [])))
}
