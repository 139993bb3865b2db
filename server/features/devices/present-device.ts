import type * as z from 'zod/mini'
import type { Selectable } from 'kysely'
import type { deviceDetail, deviceRow, gatewayLink, readingView } from '#contract/http/devices.ts'
import { stateAt } from '#domain/telemetry/device-state.ts'
import { byView, numberMetrics, phasesMetrics, switchMetrics } from '#domain/telemetry/metrics.ts'
import { beyondRating } from '#domain/telemetry/shown-power.ts'
import type { GatewayDropTable, GatewayLinkTable, QuarantineTable } from '../../platform/db/tables/devices.ts'
import type { LatestTable } from '../../platform/db/tables/telemetry.ts'
import { stateNow } from './device-state-now.ts'
import type { DeviceNow, ListedDevice } from './device-store.ts'

export type DeviceRowView = z.output<typeof deviceRow>
export type ReadingView = z.output<typeof readingView>
export type GatewayLinkView = z.output<typeof gatewayLink>
export type DeviceDetailView = z.output<typeof deviceDetail>

/** What of a device's energies a row says. */
type RowEnergy = Pick<DeviceRowView, 'todayWh' | 'night'>

export const presentDevice = (row: ListedDevice, energy: RowEnergy, now: number): DeviceRowView => ({
  id: row.id,
  stationId: row.station_id,
  kind: row.kind,
  sn: row.sn,
  name: row.name,
  brand: row.brand,
  model: row.model,
  gatewayId: row.gateway_id,
  parentId: row.parent_id,
  stringNo: row.string_no,
  position: row.position,
  ratedW: row.rated_w,
  activated: row.activated_at !== null,
  confirmed: row.kind === 'gateway' || row.confirmed_at !== null,
  placeId: row.place_id,
  ...energy,
  ...stateNow(row, now),
})

export const presentDataSheet = (
  row: DeviceNow,
  energy: RowEnergy,
  now: number,
): DeviceDetailView['device'] => ({
  ...presentDevice(row, energy, now),
  sw: row.sw,
  hw: row.hw,
  soc: row.soc_version,
  sim: row.sim,
  netMode: row.net_mode,
  reportServer: row.report_server,
  mpptCount: row.mppt_count,
  stringCount: row.string_count,
  warrantyUntil: row.warranty_until,
  meterRole: row.meter_role,
  beyondRatedW: beyondRating(row.shown_w, { ratedW: row.rated_w }),
  activatedAt: row.activated_at,
  createdAt: row.created_at,
  removedAt: row.removed_at,
  version: row.version,
})

type Measured = Omit<Selectable<LatestTable>, 'device_no' | 'raw' | 'ts' | 'received_at' | 'flags'>
/** A row of `latest`, or of a join in which there may be none. */
export type MaybeReading = Measured & { ts: number | null; received_at: number | null; flags: number | null }

/** null when there is no reading. */
export const presentReading = (row: MaybeReading): ReadingView | null =>
  row.ts === null || row.received_at === null
    ? null
    : {
        ts: row.ts,
        receivedAt: row.received_at,
        state: stateAt(row.state),
        flags: row.flags ?? 0,
        ...byView(numberMetrics, (name) => row[name]),
        ...byView(phasesMetrics, (name) => row[name]),
        ...byView(switchMetrics, (name) => row[name]),
        mppt: row.mppt?.map(({ n, u, i, p }) => ({ n, v: u ?? null, a: i ?? null, w: p ?? null })) ?? null,
        strings: row.str?.map(({ n, i }) => ({ n, a: i ?? null })) ?? null,
        alarmWords: row.al,
      }

export const presentStrangers = (
  quarantine: readonly Selectable<QuarantineTable>[],
): GatewayLinkView['quarantine'] =>
  quarantine.map((row) => ({
    sn: row.sn,
    reason: row.reason,
    readings: row.readings,
    lastAt: row.last_at,
  }))

export const presentLink = (
  link: Selectable<GatewayLinkTable>,
  quarantine: readonly Selectable<QuarantineTable>[],
  drops: readonly Pick<Selectable<GatewayDropTable>, 'channel' | 'reason' | 'count' | 'last_at'>[],
): GatewayLinkView => ({
  connected: link.connected,
  birthAt: link.birth_at,
  goneAt: link.gone_at,
  csq: link.csq,
  queue: link.queue,
  clockOffsetMs: link.clock_offset_ms,
  inventoryRev: link.inventory_rev,
  inventoryAt: link.inventory_at,
  reportS: link.report_s,
  hasSecret: link.secret_hash !== null,
  refused: link.refused,
  quarantine: presentStrangers(quarantine),
  drops: drops.map(({ channel, reason, count, last_at: lastAt }) => ({ channel, reason, count, lastAt })),
})
