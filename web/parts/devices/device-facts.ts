import { silenceLimitMs } from '#domain/telemetry/silence.ts'
import type { Answer } from '../../app/data/call-types.ts'
import { sumKnown } from '../../kit/sum-known.ts'

export type DeviceDetail = Answer<'GET /api/devices/{deviceId}'>

/** What people call a device: its name, else its serial number. */
export const nameOf = (device: { name: string; sn: string }): string => device.name || device.sn

export const staleAfterMs = ({ station }: Pick<DeviceDetail, 'station'>): number =>
  silenceLimitMs(station.reportMin)

/** How many hang behind or below it, however many of them are told. */
export const childCount = ({ childCounts }: Pick<DeviceDetail, 'childCounts'>): number =>
  childCounts.inverter.all + childCounts.optimizer.all + childCounts.shutdown.all

/** Power of all inverters behind it: of the rows, which live events move, unless they are not all told. */
export const childPower = ({
  children,
  childCounts,
  childPowerW,
}: Pick<DeviceDetail, 'childCounts' | 'childPowerW'> & {
  children: readonly DeviceDetail['children'][number][]
}): number | null => {
  const inverters = children.filter(({ kind }) => kind === 'inverter')
  return inverters.length < childCounts.inverter.all
    ? childPowerW
    : sumKnown(inverters.map(({ powerW }) => powerW))
}

export type Silence = 'never' | 'history' | 'asleep' | 'silent' | 'gateway_silent'

/** Why nothing new comes, as far as that is known; null while it reports. */
export const silenceOf = (
  { device, gateway, station, energy }: Pick<DeviceDetail, 'device' | 'gateway' | 'station' | 'energy'>,
  now: number,
): Silence | null => {
  if (device.lastAt === null) {
    if (gateway?.online === false) return 'gateway_silent'
    return energy.lifetimeWh === null ? 'never' : 'history'
  }
  if (!device.online) return gateway?.online === false ? 'gateway_silent' : 'silent'
  const old = now - device.lastAt > silenceLimitMs(station.reportMin)
  if (!old) return null
  if (gateway?.online === false) return 'gateway_silent'
  return device.state === 'standby' ? 'asleep' : 'silent'
}

/**
 * The rating to measure by, W; null when it is not known, or when the device's own counter speaks against it: shares
 * and hours of a wrong rating are wrong, too.
 */
export const soundRatedW = ({
  ratedW,
  beyondRatedW,
}: Pick<DeviceDetail['device'], 'ratedW' | 'beyondRatedW'>): number | null => (beyondRatedW ? null : ratedW)

type Energy = DeviceDetail['energy']

/** Energies of one moment: today's figure moves with each event, what holds today in it moves along. */
export const energyNow = (energy: Energy, todayWh: number | null): Energy => {
  const grown =
    todayWh !== null && energy.todayWh !== null && todayWh > energy.todayWh ? todayWh - energy.todayWh : 0
  const add = (wh: number | null): number | null => (wh === null ? null : wh + grown)
  return {
    ...energy,
    todayWh: todayWh ?? energy.todayWh,
    monthWh: add(energy.monthWh),
    yearWh: add(energy.yearWh),
    lifetimeWh: add(energy.lifetimeWh),
  }
}

/** By night a device says what the day brought, before the first light the day before; null = its power says more. */
export const nightOf = (
  { device, station, energy }: Pick<DeviceDetail, 'device' | 'station' | 'energy'>,
  powerW: number | null,
): 'today' | 'yesterday' | null => {
  if (!station.dark || (powerW !== null && powerW > 0)) return null
  if ((device.todayWh ?? energy.todayWh ?? 0) > 0) return 'today'
  return energy.yesterdayWh === null ? null : 'yesterday'
}

/** AC power over DC power, share of 1; null unless both are known and energy flows out. */
export const efficiencyOf = (acW: number | null, dcW: number | null): number | null => {
  if (acW === null || dcW === null || acW <= 0 || dcW <= 0) return null
  const share = acW / dcW
  // Two meters that were not read in the same moment; more than this is no efficiency.
  return share > 1.02 ? null : Math.min(1, share)
}
