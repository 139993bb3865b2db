import type { Expression, SqlBool } from 'kysely'
import { byKind, type DeviceKind, givesPower, reportedKinds } from '#domain/devices/kinds.ts'
import { addDays, dayAt } from '#domain/telemetry/local-days.ts'
import { metrics } from '#domain/telemetry/metrics.ts'
import { nightEnergy } from '#domain/telemetry/night-energy.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { canOf } from '#domain/commands/power-limits.ts'
import { limitedAt } from '../stations/find-limited.ts'
import { darkPeriodAt, isDarkAt, nightDayAt } from '../stations/station-light.ts'
import { switchedOffAt } from '../stations/switched-off.ts'
import type { DeviceNow } from './device-store.ts'
import {
  asideOf,
  devicesById,
  findParent,
  isEdge,
  linkOf,
  placeOfDevice,
  quarantineOf,
} from './device-store.ts'
import { devicesElsewhere } from './find-elsewhere.ts'
import { energyOfDay } from './find-today.ts'
import { type ChildGroup, childGroups, invertersBehind } from './child-store.ts'
import { pageOfChildren } from './device-page-store.ts'
import { stateNow } from './device-state-now.ts'
import { dropsOf } from './drop-store.ts'
import { presentDevices } from './devices-now.ts'
import type { DeviceDetailView } from './present-device.ts'
import { presentDataSheet, presentLink, presentReading } from './present-device.ts'
import { DUSK_MS } from '#domain/telemetry/device-state.ts'

const ASIDE_MS = 30 * 24 * 3_600_000

type Energy = DeviceDetailView['energy']

const hasChildren = ({ kind }: DeviceNow): boolean => kind === 'gateway' || kind === 'inverter'

/** A gateway's energy is that of the inverters behind it; every other device has a counter of its own. */
const energyOf = async (
  { db, energy }: Pick<Context, 'db' | 'energy'>,
  row: DeviceNow,
  now: number,
): Promise<Energy> => {
  const nos = row.kind === 'gateway' ? await invertersBehind(db, row.id) : [row.no]
  const yesterday = addDays(dayAt(now, row.time_zone), -1)
  const [totals, { rows: before }] = await Promise.all([
    energy.deviceTotals(db, nos, now, row.time_zone),
    energyOfDay(
      db,
      nos.map((no) => ({ no, day: yesterday })),
    ),
  ])
  const { todayWh, monthWh, monthSharedWh, yearWh, yearSharedWh, lifetimeWh, lifetimeSince, coverage } =
    totals
  const yesterdayWh = before.length === 0 ? null : before.reduce((sum, { wh }) => sum + wh, 0)
  const long = { monthWh, monthSharedWh, yearWh, yearSharedWh, lifetimeWh, lifetimeSince }
  return { todayWh, yesterdayWh, ...long, coverage }
}

const flowsOf = async (
  { db, energy }: Pick<Context, 'db' | 'energy'>,
  row: DeviceNow,
  now: number,
): Promise<DeviceDetailView['flows']> =>
  (await energy.flowTotals(db, row.no, now, row.time_zone)).map(({ counter, totals }) => {
    const { todayWh, monthWh, yearWh, lifetimeWh, lifetimeSince, coverage } = totals
    return { counter: metrics[counter].view, todayWh, monthWh, yearWh, lifetimeWh, lifetimeSince, coverage }
  })

const gatewayOf = async (
  { db }: Pick<Context, 'db'>,
  row: DeviceNow,
  now: number,
): Promise<DeviceDetailView['gateway']> => {
  if (row.gateway_id === null) return null
  const [[gateway], edge] = await Promise.all([devicesById(db, [row.gateway_id]), isEdge(db, row.gateway_id)])
  return gateway
    ? { id: gateway.id, sn: gateway.sn, name: gateway.name, online: stateNow(gateway, now).online, edge }
    : null
}

const count = (some: readonly Pick<ChildGroup, 'children'>[]): number =>
  some.reduce((sum, { children }) => sum + children, 0)

/** Counts and power of all children, however many of them are told. */
const sumsOf = async (
  db: Db,
  row: DeviceNow,
  now: number,
): Promise<Pick<DeviceDetailView, 'childCounts' | 'childPowerW'>> => {
  const groups = hasChildren(row) ? await childGroups(db, row, now, darkPeriodAt(row, now + DUSK_MS)) : []
  const { report_min, latitude, north, longitude, east } = row
  const place = { report_min, latitude, north, longitude, east, removed_at: null }
  const states = groups.map((group) => ({ ...group, ...stateNow({ ...group, ...place }, now) }))
  const countOf = (kind: DeviceKind) => {
    const some = states.filter((one) => one.kind === kind)
    return { online: count(some.filter(({ online }) => online)), all: count(some) }
  }
  const known = states.filter(({ kind, powerW }) => kind === 'inverter' && powerW !== null)
  return {
    childCounts: byKind(reportedKinds, countOf),
    childPowerW:
      known.length > 0 ? known.reduce((sum, { says, watts }) => sum + (says ? watts : 0), 0) : null,
  }
}

/** Everything about one device that was found in scope; of other gateways what `visible` reaches. */
export const deviceDetail = async (
  context: Pick<Context, 'db' | 'energy'>,
  row: DeviceNow,
  now: number,
  visible: Expression<SqlBool>,
): Promise<DeviceDetailView> => {
  const { db } = context
  const isGateway = row.kind === 'gateway'
  const told = hasChildren(row) ? await pageOfChildren(db, row, {}) : { rows: [], next: null }
  const [
    views,
    sums,
    energy,
    flows,
    gateway,
    parent,
    aside,
    link,
    quarantine,
    drops,
    placeId,
    replacedBy,
    off,
    limits,
    edge,
    elsewhere,
  ] = await Promise.all([
    presentDevices(db, told.rows, now),
    sumsOf(db, row, now),
    energyOf(context, row, now),
    flowsOf(context, row, now),
    gatewayOf(context, row, now),
    row.parent_id === null ? null : findParent(db, row.parent_id),
    asideOf(db, row.no, now - ASIDE_MS),
    isGateway ? linkOf(db, row.id) : null,
    isGateway ? quarantineOf(db, [row.id]) : [],
    isGateway ? dropsOf(db, [row.id]) : [],
    placeOfDevice(db, row.id),
    row.replaced_by === null ? null : findParent(db, row.replaced_by),
    switchedOffAt(db, [row.station_id], now),
    limitedAt(db, [row.station_id]),
    isGateway && isEdge(db, row.id),
    isGateway && row.removed_at === null ? devicesElsewhere(db, row.id, visible) : [],
  ])
  const night = givesPower(row.kind) ? nightDayAt(row, now) : null
  const { todayWh, yesterdayWh } = energy
  const nightWh = night === 'yesterday' ? yesterdayWh : todayWh
  const device = presentDataSheet(row, { todayWh, night: nightEnergy(night, nightWh) }, now)
  const limited = limits.get(row.id)
  const isShut = device.state === 'shutdown'
  return {
    device,
    can: canOf(row.can),
    limited: limited
      ? { pct: limited.pct, w: limited.w, at: limited.at, endsAt: limited.endsAt, by: limited.by }
      : null,
    switchedOff: isShut ? (off.get(row.id) ?? null) : null,
    ranAt: isShut ? await context.energy.lastRanAt(db, row.no, now) : null,
    replacedBy: replacedBy ?? null,
    placeId,
    station: {
      id: row.station_id,
      name: row.station_name,
      timeZone: row.time_zone,
      reportMin: row.report_min,
      dark: isDarkAt(row, now),
    },
    gateway,
    parent: parent ?? null,
    latest: isGateway ? null : presentReading(row),
    energy,
    flows,
    aside: aside.map(({ ts, e_tot, reason, counter }) => ({
      ts,
      energyTotalWh: e_tot,
      reason,
      counter: counter && metrics[counter].view,
    })),
    children: views,
    childrenNext: told.next,
    ...sums,
    link: link ? presentLink(link, quarantine, drops) : null,
    elsewhere,
    edge,
  }
}
