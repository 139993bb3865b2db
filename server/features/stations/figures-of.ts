import { byLevel, levelNumber } from '#domain/alarms/alarm-states.ts'
import { byKind, deviceKinds } from '#domain/devices/kinds.ts'
import { stationCondition } from '#domain/stations/condition.ts'
import {
  askedBeforeLight,
  DAWN,
  flooredShare,
  knownToday,
  shareKnown,
  SLACK,
  WHOLE_DAY,
} from '#domain/telemetry/coverage.ts'
import type { Row } from './find-figures.ts'
import { type Limited, limitedOf } from './find-limited.ts'
import type { StationFigures } from './station-figures.ts'
import type { SwitchedOff } from './switched-off.ts'

/** The newest act of those. */
const actsOf = (ids: readonly string[], off: ReadonlyMap<string, SwitchedOff>) => {
  const acts = ids.flatMap((id) => off.get(id) ?? []).toSorted((a, b) => b.at - a.at)
  return acts[0] === undefined ? null : { devices: acts.length, at: acts[0].at, by: acts[0].by }
}

/** What is known of the station's present day, by the thousandths of its light that are behind. */
export const todayCoverage = (inverters: Row['inverters'], elapsed: number): number | null => {
  if (inverters === null) return null
  return shareKnown(
    inverters.map(([ratedW, known, everHeard]) => ({
      ratedW,
      ...(elapsed < DAWN
        ? askedBeforeLight(everHeard)
        : { asked: elapsed, known: known === null ? null : knownToday(known, elapsed) }),
    })),
  )
}

/**
 * Up to which thousandth `todayCoverage` stays what it is at `elapsed`, as far as that is plain: of what is whole, of what is
 * not known at all, and before there is light. At least `elapsed` itself.
 */
export const sameCoverageTo = (inverters: Row['inverters'], elapsed: number): number => {
  if (inverters === null) return WHOLE_DAY
  if (elapsed < DAWN) return DAWN - 1
  if (inverters.some(([, known]) => known === null)) return WHOLE_DAY
  const wholeTo = Math.min(WHOLE_DAY, ...inverters.map(([, known]) => Math.floor((known ?? 0) + SLACK)))
  return Math.max(elapsed, wholeTo)
}

const noActs: ReadonlyMap<string, SwitchedOff> = new Map()

/** `elapsed`: thousandths of the light of its day that are behind. Nobody writes into what is given. */
export const figuresOf = (
  row: Row,
  elapsed: number,
  off: ReadonlyMap<string, SwitchedOff> = noActs,
  limits: readonly Limited[] = [],
): StationFigures => ({
  stationId: row.id,
  condition: stationCondition({
    gatewaysOnline: row.gateway_online,
    heard: row.heard,
    shutdown: row.faulty,
    switchedOff: row.off?.length ?? 0,
    inverters: {
      producing: row.producing,
      curtailed: row.curtailed,
      standby: row.standby,
      disconnected: row.disconnected,
    },
  }),
  powerW: row.power,
  powerAt: row.power_at,
  powerWholeAt: row.power_whole === true ? row.power_newest : null,
  todayWh: row.today,
  todayShared: row.shared ?? false,
  todayCoverage: todayCoverage(row.inverters, elapsed),
  switchedOff: actsOf(row.off ?? [], off),
  limited: limitedOf(limits),
  attention: row.attention,
  neverHeard: row.never_heard,
  openAlarms: byLevel((level) => row.open_alarms[levelNumber(level) - 1] ?? 0),
  lastHeardAt: row.last_heard,
  inverterW: row.inverter_w,
  roof: row.roof,
  dcW: row.dc,
  irradianceWm2: row.irradiance,
  airC: row.air,
  yesterdayWh: row.yesterday,
  yesterdayCoverage:
    row.yesterday_coverage === null || row.yesterday_coverage >= 1
      ? row.yesterday_coverage
      : flooredShare(row.yesterday_coverage),
  devices: byKind(deviceKinds, (kind) => ({ total: row[`${kind}_total`], online: row[`${kind}_online`] })),
})
