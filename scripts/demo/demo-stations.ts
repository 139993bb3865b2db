import { deviceKinds, type DeviceKind } from '#domain/devices/kinds.ts'
import { randomUUID } from 'node:crypto'
import type { InventoryDevice } from '#contract/mqtt/inventory.ts'
import type { Birth } from '#contract/mqtt/status.ts'
import { proposedCarbon, proposedTariff } from '#domain/stations/factors.ts'
import { installedW, invertersOf, type StationSpec } from '#simulator/station-spec.ts'
import { simulateDevices } from '#simulator/simulated-station.ts'
import type { Caller } from '#server/features/accounts/who.ts'
import { addDevices } from '#server/features/devices/add-devices.ts'
import { addGateway } from '#server/features/devices/add-gateway.ts'
import { applyBirth } from '#server/features/devices/apply-birth.ts'
import { applyInventory } from '#server/features/devices/apply-inventory.ts'
import { applyWill } from '#server/features/devices/apply-will.ts'
import { devicesOfStation } from '#server/features/devices/device-store.ts'
import { markActivated } from '#server/features/devices/mark-activated.ts'
import type { Context } from '#server/context.ts'
import { createStation } from '#server/features/stations/create-station.ts'
import { layOutModules } from './demo-layout.ts'
import type { FleetGateway } from '#simulator/fleet-file.ts'
import type { DemoPeople } from './demo-people.ts'

/** Stations that the demonstration's owner owns, and those that belong to the second company. */
const owned = new Set(['qingpu-home', 'shanghai-factory', 'landshut-barn', 'kona-home'])
/** Stations whose modules somebody has laid out as they lie on the roof; the others are shown string by string. */
const laidOut = new Set(['landshut-barn', 'qingpu-home', 'kona-home'])
const ofOtherCompany = new Set(['calama-park', 'hermosillo-plaza'])
/** Where no published national figure fits: what a contract says. */
const tariffs: Readonly<Record<string, { perKwh: number; currency: string; source: string }>> = {
  // Beyond 10 kW there is no figure for the country.
  DE: { perKwh: 0.0784, currency: 'EUR', source: 'Feed-in contract 2025' },
  ES: { perKwh: 0.11, currency: 'EUR', source: 'Contract 2025' },
  ZA: { perKwh: 1.86, currency: 'ZAR', source: 'City tariff 2025' },
  AU: { perKwh: 0.12, currency: 'AUD', source: 'Feed-in contract 2025' },
}

/** The connection in which a world's gateways were last heard before it begins. */
const firstConnection = { boot: 'c0331551011', conn: 1 }

/** A gateway that went without a goodbye: its broker delivers the last will. */
export const loseGateway = async (context: Context, sn: string, at: number): Promise<void> => {
  await applyWill(context, sn, { v: 1, state: 'offline', ...firstConnection, reason: 'lwt' }, at)
}

const capacityOf = (watts: number): { capacity: number; capacityUnit: 'kW' | 'MW' } =>
  watts >= 1_000_000
    ? { capacity: Math.round(watts / 10_000) / 100, capacityUnit: 'MW' }
    : { capacity: Math.round(watts / 10) / 100, capacityUnit: 'kW' }

/** Somebody has compared what the gateway names with what hangs there. */
const confirmDevices = async (
  context: Context,
  caller: Caller,
  stationId: string,
  found: readonly InventoryDevice[],
): Promise<void> => {
  const unsaid = {
    brand: '',
    model: '',
    name: '',
    gatewayId: null,
    parentId: null,
    stringNo: null,
    position: null,
  }
  const { refused } = await addDevices(context, caller, {
    stationId,
    devices: found.map(({ sn, t: kind }) => ({ ...unsaid, id: randomUUID(), sn, kind })),
  })
  if (refused.length > 0) throw new Error(`${refused[0]?.sn}: ${refused[0]?.code}`)
}

/** Years of warranty from the grid connection on, as an installer would have read them off the papers. */
const warrantyYears: Record<DeviceKind, number> = {
  gateway: 2,
  inverter: 10,
  optimizer: 25,
  shutdown: 25,
  weather: 5,
  meter: 5,
  battery: 10,
  combiner: 5,
}

/**
 * What no gateway tells and an installer enters: until when the makers answer for devices, on which tracker each string
 * ends and what it can give.
 */
const writePapers = async (context: Context, stationId: string, spec: StationSpec): Promise<void> => {
  const begun = Temporal.PlainDate.from(spec.gridConnectedOn)
  for (const kind of deviceKinds)
    await context.db
      .updateTable('device')
      .set({ warranty_until: begun.add({ years: warrantyYears[kind] }).toString() })
      .where('station_id', '=', stationId)
      .where('kind', '=', kind)
      .execute()
  // Gateways tell of strings only where module electronics hang on them.
  for (const { sn, strings } of invertersOf(spec)) {
    const { id: inverterId } = await context.db
      .selectFrom('device')
      .select('id')
      .where('sn', '=', sn)
      .executeTakeFirstOrThrow()
    for (const { n, mppt, modules } of strings) {
      const entered = { mppt_no: mppt, capacity_w: modules * spec.module.ratedW }
      const { numUpdatedRows } = await context.db
        .updateTable('string')
        .set(entered)
        .where('no', '=', n)
        .where('inverter_id', '=', inverterId)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows > 0n) continue
      const at = new Date(context.clock())
      await context.db
        .insertInto('string')
        .values({
          id: randomUUID(),
          station_id: stationId,
          inverter_id: inverterId,
          no: n,
          ...entered,
          created_at: at,
        })
        .execute()
    }
  }
}

/**
 * One station with its gateways and devices, as an installer would have made it on the day of its grid connection.
 * Gives the gateways' logins for the simulated fleet.
 */
export const createDemoStation = async (
  context: Context,
  people: DemoPeople,
  spec: StationSpec,
  now: number,
): Promise<FleetGateway[]> => {
  const caller = { who: people.administrator, now, requestId: randomUUID(), ip: '127.0.0.1' }
  const stationId = randomUUID()
  const isOwned = owned.has(spec.key)
  const chinese = spec.country === 'CN'
  const begunAt = Date.parse(`${spec.gridConnectedOn}T10:00:00Z`)
  // What happened there since is no older than the station.
  await createStation(
    context,
    { ...caller, now: begunAt },
    {
      id: stationId,
      name: spec.name,
      companyId: ofOtherCompany.has(spec.key) ? people.otherCompanyId : people.companyId,
      ownerAccountId: isOwned ? people.ownerId : null,
      ownerName: isOwned ? '顾文澜' : '',
      type: spec.type,
      timeZone: spec.timeZone,
      latitude: Math.abs(spec.latitude),
      north: spec.latitude >= 0,
      longitude: Math.abs(spec.longitude),
      east: spec.longitude >= 0,
      address: spec.address,
      region: spec.region,
      country: spec.country,
      reportMin: spec.reportMin,
      gridConnectedOn: spec.gridConnectedOn,
      ...capacityOf(installedW(spec)),
      tiltDeg: spec.tiltDeg,
      azimuthDeg: spec.azimuthDeg,
      phoneCountry: chinese ? 'CN' : null,
      phone: chinese && isOwned ? '021 5550 0142' : '',
      tariff: tariffs[spec.country] ?? proposedTariff(spec.country, installedW(spec)),
      co2: proposedCarbon(spec.country),
    },
  )

  const devices = simulateDevices(spec, { counters: { ts: now, wh: {} } })
  const logins: FleetGateway[] = []
  for (const gateway of spec.gateways) {
    const added = { id: randomUUID(), stationId, sn: gateway.sn, name: '', model: gateway.model }
    const { secret } = await addGateway(context, caller, added)
    logins.push({ sn: gateway.sn, secret, station: spec.key })
    const birth: Birth = {
      v: 1,
      state: 'online',
      ...firstConnection,
      ts: now,
      sn: gateway.sn,
      model: gateway.model,
      sw: gateway.sw,
      hw: gateway.hw,
      soc: gateway.soc,
      net: gateway.net,
      report_s: spec.reportMin * 60,
    }
    await applyBirth(context, gateway.sn, birth, now)
    await applyInventory(
      context,
      gateway.sn,
      { v: 1, boot: birth.boot, rev: 1, devices: devices.inventory(gateway.sn) },
      now,
    )
    await confirmDevices(context, caller, stationId, devices.inventory(gateway.sn))
  }
  const rows = await devicesOfStation(context.db, stationId, undefined)
  await markActivated(
    context,
    rows.map(({ id }) => id),
    begunAt,
  )
  await writePapers(context, stationId, spec)
  if (laidOut.has(spec.key)) await layOutModules(context, caller, stationId, rows, spec)
  if (invertersOf(spec).length + spec.gateways.length > rows.length)
    throw new Error(`${spec.key}: devices are missing`)
  return logins
}
