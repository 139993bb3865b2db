import type * as z from 'zod/mini'
import { MISSING_SHOWN } from '#domain/telemetry/limits.ts'
import type { commissioningCheck, commissioningGateway } from '#contract/http/commands.ts'
import {
  type Check,
  checksOf,
  CLOCK_OFFSET_MS,
  type GatewayFacts,
  SIGNAL_BARS,
} from '#domain/commands/commissioning.ts'
import { barsOfCsq } from '#domain/devices/signal.ts'
import { silenceLimitMs } from '#domain/telemetry/silence.ts'
import { visibleStations, type Scope } from '../accounts/scope.ts'
import { stateNow } from '../devices/device-state-now.ts'
import { pageOfStation } from '../devices/device-page-store.ts'
import { linksOf } from '../devices/device-store.ts'
import type { Db } from '../../platform/db/handle.ts'
import { newestActivations } from './command-store.ts'
import { behindGateways, type MissingDevice, missingDevices, quarantinedBy } from './commissioning-store.ts'
import { presentCommands } from './present-command.ts'
import type { Page, PageAsked } from '../../platform/page/page.ts'
import { PAGE_MAX } from '#contract/http/lists.ts'

type GatewayView = z.output<typeof commissioningGateway>
type CheckView = z.output<typeof commissioningCheck>

type Numbers = GatewayFacts & {
  hw: string
  missing: readonly MissingDevice[]
  energyTotalWh: number | null
  powerW: number | null
  activated: number
}

const withNumbers = ({ key, state, since }: Check, f: Numbers): CheckView => {
  const base = { state, since }
  switch (key) {
    case 'connected':
      return { key, ...base, goneAt: f.goneAt }
    case 'report':
      return { key, ...base, lastAt: f.reportAt, intervalMin: f.reportMin }
    case 'clock':
      return { key, ...base, offsetMs: f.clockOffsetMs, limitMs: CLOCK_OFFSET_MS }
    case 'signal': {
      const bars = f.csq === null ? null : barsOfCsq(f.csq)
      return { key, ...base, csq: f.csq, bars, neededBars: SIGNAL_BARS, netMode: f.netMode }
    }
    case 'firmware':
      return { key, ...base, version: f.sw, hardware: f.hw }
    case 'devices': {
      const missing = f.missing.map(({ id, kind, sn, stringNo }) => ({ id, kind, sn, stringNo }))
      return { key, ...base, expected: f.expected, found: f.found, missing, quarantined: f.quarantined }
    }
    case 'energy': {
      const { inverters, counting, energyTotalWh, powerW } = f
      return { key, ...base, inverters, counting, energyTotalWh, powerW }
    }
    case 'activated':
      return { key, ...base, at: f.activatedAt, children: f.expected, activated: f.activated }
  }
}

/** A page of the gateways of a station with their checks as they are at `now`; a few statements, however large the station. */
export const readCommissioning = async (
  db: Db,
  who: Scope,
  stationId: string,
  page: PageAsked,
  now: number,
): Promise<Page<GatewayView> & { total: number }> => {
  const {
    rows: gateways,
    total,
    next,
  } = await pageOfStation(db, { id: stationId, deletedAt: null }, 'gateway', { limit: PAGE_MAX, ...page })
  const ids = gateways.map(({ id }) => id)
  const freshFrom = now - silenceLimitMs(gateways[0]?.report_min ?? 0)
  const [links, behind, missing, quarantined, activations] = await Promise.all([
    linksOf(db, ids),
    behindGateways(db, ids, freshFrom),
    missingDevices(db, ids, MISSING_SHOWN),
    quarantinedBy(db, ids),
    newestActivations(db, visibleStations(who, now), stationId, ids),
  ])
  const linkOf = new Map(links.map((link) => [link.device_id, link]))
  const behindOf = new Map(behind.map((one) => [one.gatewayId, one]))
  const missingOf = Map.groupBy(missing, (one) => one.gatewayId)
  const commandOf = new Map((await presentCommands(db, activations)).map((one) => [one.gateway.id, one]))
  const rows = gateways.map((row): GatewayView => {
    const link = linkOf.get(row.id)
    const sums = behindOf.get(row.id)
    const activation = commandOf.get(row.id) ?? null
    const heard = [row.received_at, sums?.reportAt ?? null].filter((at) => at !== null)
    const numbers: Numbers = {
      now,
      reportMin: row.report_min,
      connected: link?.connected ?? false,
      birthAt: link?.birth_at ?? null,
      goneAt: link?.gone_at ?? null,
      reportAt: heard.length === 0 ? null : Math.max(...heard),
      clockOffsetMs: link?.clock_offset_ms ?? null,
      csq: link?.csq ?? null,
      netMode: row.net_mode,
      sw: row.sw,
      hw: row.hw,
      inventoryAt: link?.inventory_at ?? null,
      expected: sums?.expected ?? 0,
      found: sums?.found ?? 0,
      missing: missingOf.get(row.id) ?? [],
      quarantined: quarantined.get(row.id) ?? 0,
      inverters: sums?.inverters ?? 0,
      counting: sums?.counting ?? 0,
      energyAt: sums?.energyAt ?? null,
      energyTotalWh: sums?.energyTotalWh ?? null,
      powerW: sums?.powerW ?? null,
      activated: sums?.activated ?? 0,
      activatedAt: row.activated_at,
      activationFailed: activation !== null && ['fail', 'abnormal'].includes(activation.outcome),
    }
    return {
      id: row.id,
      sn: row.sn,
      name: row.name,
      online: stateNow(row, now).online,
      checks: checksOf(numbers).map((one) => withNumbers(one, numbers)),
      activation,
    }
  })
  return { rows, total, next }
}
