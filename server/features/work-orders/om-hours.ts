import { signedPosition, sunAt, type EnteredPosition } from '#domain/stations/sun.ts'
import { type DeviceTime, shareKnown } from '#domain/telemetry/coverage.ts'
import { medianOf } from '#domain/telemetry/peers.ts'
import type { Db } from '../../platform/db/handle.ts'
import { cellsOf } from './om-store.ts'

const HOUR = 3_600_000
/** Below that even a sound inverter may still be waiting. */
const LEAST_SUN_DEG = 10
/** What an inverter gives less than this of the median beside it is lost. */
const FULL_SHARE = 0.9
export type Inverter = { no: number; ratedW: number | null; from: number; to: number }
export type Hours = {
  available: number
  unavailable: number
  unknown: number
  lostWh: number | null
  /** Share of the rated power and of the daylight hours that `lostWh` was looked for in; null = there were none. */
  compared: number | null
  unpriced: number
}

/** Hours of a stretch, counted from 1970, in whose middle the sun stands high enough. */
const daylightHours = (position: EnteredPosition, from: number, to: number): number[] => {
  const where = signedPosition(position)
  const first = Math.ceil(from / HOUR)
  return Array.from({ length: Math.max(0, Math.floor(to / HOUR) - first) }, (_, at) => first + at).filter(
    (hour) => sunAt((hour + 0.5) * HOUR, where).elevationDeg >= LEAST_SUN_DEG,
  )
}

/**
 * Inverter hours in daylight in [from, to): available as long as it ran, unavailable as long as it was heard and did not,
 * for whatever reason, unknown when nothing usable was heard. Wh that were lost against the median beside it, per kW rated, and of how much that can
 * be said.
 */
export const inverterHours = async (
  db: Db,
  position: EnteredPosition,
  inverters: readonly Inverter[],
  from: number,
  to: number,
): Promise<Hours> => {
  const cells = await cellsOf(
    db,
    inverters.map(({ no }) => no),
    from,
    to,
  )
  const byHour = Map.groupBy(cells, ({ hour }) => hour)
  const hours: Hours = { available: 0, unavailable: 0, unknown: 0, lostWh: null, compared: null, unpriced: 0 }
  const times = new Map(
    inverters.map(({ no, ratedW }): [number, DeviceTime & { known: number }] => [
      no,
      { ratedW, asked: 0, known: 0 },
    ]),
  )
  for (const hour of daylightHours(position, from, to)) {
    const heard = new Map(byHour.get(hour)?.map((cell) => [cell.no, cell]))
    const here = inverters.filter((one) => one.from <= hour * HOUR && one.to > hour * HOUR)
    for (const inverter of here) {
      const cell = heard.get(inverter.no)
      const time = times.get(inverter.no)
      if (time) time.asked += 1
      if (!cell) {
        hours.unknown += 1
        continue
      }
      const stood = 1 - cell.runs
      hours.available += cell.runs
      hours.unavailable += stood
      const { ratedW } = inverter
      if (cell.powerW === null || ratedW === null || ratedW <= 0) continue
      const median = medianOf(
        here.flatMap((peer) => {
          const powerW = peer.no === inverter.no ? null : (heard.get(peer.no)?.powerW ?? null)
          return powerW === null || powerW <= 0 || peer.ratedW === null || peer.ratedW <= 0
            ? []
            : [powerW / peer.ratedW]
        }),
      )
      if (median === null) {
        hours.unpriced += stood
        continue
      }
      // As long as no other ran either nothing says what it would have given: the grid was lost, say.
      if (stood > 0) {
        const ran = here.map((peer) => (peer.no === inverter.no ? 0 : (heard.get(peer.no)?.runs ?? 0)))
        hours.unpriced += Math.min(stood, 1 - Math.max(...ran))
      }
      if (time) time.known += 1
      const expected = median * ratedW
      hours.lostWh = (hours.lostWh ?? 0) + (cell.powerW < FULL_SHARE * expected ? expected - cell.powerW : 0)
    }
  }
  return { ...hours, compared: shareKnown([...times.values()]) }
}
