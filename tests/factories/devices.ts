import { randomUUID } from 'node:crypto'
import type { BodyInput } from '#contract/http/route.ts'
import type { deviceRoutes } from '#contract/http/devices.ts'
import type { siteRoutes } from '#contract/http/site-devices.ts'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import type { DeviceState } from '#domain/devices/fields.ts'
import { normaliseSerial, serialKey } from '#domain/devices/fields.ts'
import { stateIndex } from '#domain/telemetry/device-state.ts'
import { byName, numberMetrics, phasesMetrics, switchMetrics } from '#domain/telemetry/metrics.ts'
import { claimCodeHash } from '#server/features/devices/claim-code.ts'
import { setSecretHash } from '#server/features/devices/gateway-link-store.ts'
import type { Db } from '#server/platform/db/handle.ts'
import { hashSecret } from '#server/platform/broker/credentials.ts'
import type { Caller, TestApp } from '../app.ts'
import type { FactoryFile, Ids } from './objects.ts'
import { makeStation } from './stations.ts'

let made = 0
/** What serials of a kind begin with. */
export const serialPrefix = (kind: DeviceKind): string =>
  kind === 'gateway' ? 'GW' : kind === 'shutdown' ? 'RSD' : kind.slice(0, 3).toUpperCase()
/** A serial nobody has. */
export const newSerial = (kind: DeviceKind): string =>
  `${serialPrefix(kind)}${String((made += 1)).padStart(8, '0')}`

/** Serials of the devices made here, by id: for calls that confirm with the end of one. */
export const serialOf = new Map<string, string>()

export type DeviceGiven = {
  id?: string
  sn?: string
  name?: string
  gatewayId?: string | null
  parentId?: string | null
  stringNo?: number | null
  position?: number | null
  ratedW?: number | null
  reportedByGateway?: boolean
  removedAt?: number
}
export type MadeDevice = { id: string; no: number; sn: string }

/** A device as its row; a gateway gets a link too. */
export const makeDevice = async (
  db: Db,
  now: number,
  stationId: string,
  kind: DeviceKind,
  given: DeviceGiven = {},
): Promise<MadeDevice> => {
  const sn = normaliseSerial(given.sn ?? newSerial(kind))
  const device = await db
    .insertInto('device')
    .values({
      id: given.id ?? randomUUID(),
      station_id: stationId,
      kind,
      sn,
      sn_key: serialKey(sn),
      name: given.name ?? '',
      gateway_id: given.gatewayId ?? null,
      parent_id: given.parentId ?? null,
      string_no: given.stringNo ?? null,
      position: given.position ?? null,
      rated_w: given.ratedW ?? (kind === 'inverter' ? 10_000 : null),
      mppt_count: null,
      string_count: null,
      warranty_until: null,
      reported_by_gateway: given.reportedByGateway ?? (given.gatewayId ?? null) !== null,
      created_at: new Date(now),
      removed_at: given.removedAt === undefined ? null : new Date(given.removedAt),
    })
    .returning(['id', 'no', 'sn'])
    .executeTakeFirstOrThrow()
  serialOf.set(device.id, device.sn)
  if (kind === 'gateway') await setSecretHash(db, device.id, null)
  return device
}

/** Connects a gateway as of `at`, or lets it go. */
export const setLink = async (
  db: Db,
  gatewayId: string,
  link: { connected: boolean; birthAt?: number; goneAt?: number },
): Promise<void> => {
  await db
    .updateTable('gateway_link')
    .set({
      boot: 'boot-0001',
      conn: 1,
      connected: link.connected,
      birth_at: link.birthAt === undefined ? null : new Date(link.birthAt),
      gone_at: link.goneAt === undefined ? null : new Date(link.goneAt),
    })
    .where('device_id', '=', gatewayId)
    .execute()
}

/** The newest live reading of a device. W, Wh. */
export const setLatest = async (
  db: Db,
  deviceNo: number,
  reading: {
    ts: number
    receivedAt?: number
    state?: DeviceState | null
    p?: number | null
    flags?: number
    eTotWh?: number
    p_dc?: number
    irr?: number
  },
): Promise<void> => {
  const values = {
    ...byName([...numberMetrics, ...phasesMetrics, ...switchMetrics], () => null),
    device_no: deviceNo,
    ts: new Date(reading.ts),
    received_at: new Date(reading.receivedAt ?? reading.ts),
    state: reading.state ? stateIndex(reading.state) : null,
    flags: reading.flags ?? 0,
    p: reading.p ?? null,
    e_tot: reading.eTotWh ?? null,
    p_dc: reading.p_dc ?? null,
    irr: reading.irr ?? null,
    mppt: null,
    raw: null,
  }
  await db
    .insertInto('latest')
    .values(values)
    .onConflict((conflict) => conflict.column('device_no').doUpdateSet(values))
    .execute()
}

/** Energy of a device on local days, Wh. */
export const setEnergy = async (
  db: Db,
  deviceNo: number,
  days: Readonly<Record<string, number>>,
  at: number,
): Promise<void> => {
  await db
    .insertInto('energy_day')
    .values(
      Object.entries(days).map(([day, wh]) => ({
        device_no: deviceNo,
        day,
        wh,
        first_ts: new Date(at),
        last_ts: new Date(at),
        known: 1000,
      })),
    )
    .execute()
}

/** A gateway of the factory registry that waits to be claimed. */
export const makeRegistered = async (
  db: Db,
  now: number,
  given: { sn?: string; claimCode: string; model?: string },
): Promise<string> => {
  const sn = normaliseSerial(given.sn ?? newSerial('gateway'))
  await db
    .insertInto('gateway_registry')
    .values({
      sn_key: serialKey(sn),
      sn,
      model: given.model ?? 'EMU-2',
      secret_hash: await hashSecret('factory secret'),
      claim_code_hash: claimCodeHash(given.claimCode),
      imported_at: new Date(now),
    })
    .execute()
  return sn
}

const madeFor = async (
  app: TestApp,
  caller: Caller,
  stationId: string | undefined,
  kind: DeviceKind,
): Promise<string> => {
  const station = stationId ?? (await makeStation(app.db, app.now(), caller.companyId ?? ''))
  const device = await makeDevice(app.db, app.now(), station, kind)
  if (kind === 'gateway') {
    await setLink(app.db, device.id, { connected: true, birthAt: app.now() })
    await app.db.updateTable('device').set({ model: 'EMU-2' }).where('id', '=', device.id).execute()
  }
  return device.id
}

export const objects: NonNullable<FactoryFile['objects']> = {
  device: async (app, caller, stationId) => madeFor(app, caller, stationId, 'optimizer'),
  inverter: async (app, caller, stationId) => madeFor(app, caller, stationId, 'inverter'),
  gateway: async (app, caller, stationId) => madeFor(app, caller, stationId, 'gateway'),
}

type SiteBody<Key extends keyof typeof siteRoutes> = BodyInput<(typeof siteRoutes)[Key]>
const idOf = (ids: Ids, name: string): string => ids[name] ?? randomUUID()

/** A valid optimizer to be added. */
export const newDevice = (
  given: Partial<SiteBody<'POST /api/stations/{stationId}/devices'>['devices'][number]> = {},
): SiteBody<'POST /api/stations/{stationId}/devices'>['devices'][number] => ({
  id: randomUUID(),
  sn: newSerial('optimizer'),
  kind: 'optimizer',
  brand: 'Tigo',
  model: 'TS4-A-O',
  name: '',
  gatewayId: null,
  parentId: null,
  stringNo: null,
  position: null,
  ...given,
})

type BodyOf<Key extends keyof typeof deviceRoutes> = BodyInput<(typeof deviceRoutes)[Key]>

export const bodies = {
  'POST /api/stations/{stationId}/gateways': (): BodyOf<'POST /api/stations/{stationId}/gateways'> => ({
    id: randomUUID(),
    sn: newSerial('gateway'),
    name: 'Roof gateway',
    model: 'EMU-2',
  }),
  'POST /api/devices/{deviceId}/credentials': (): BodyOf<'POST /api/devices/{deviceId}/credentials'> => ({}),
  'PUT /api/devices/{deviceId}': (): BodyOf<'PUT /api/devices/{deviceId}'> => ({
    name: 'South roof',
    warrantyUntil: '2035-01-31',
  }),
  'POST /api/stations/{stationId}/devices/check':
    (): SiteBody<'POST /api/stations/{stationId}/devices/check'> => ({
      sns: [newSerial('optimizer'), '121012345678'],
    }),
  'POST /api/stations/{stationId}/devices': (
    ids: Ids,
  ): SiteBody<'POST /api/stations/{stationId}/devices'> => ({
    devices: [
      newDevice({
        gatewayId: idOf(ids, 'body.devices.gatewayId'),
        parentId: idOf(ids, 'body.devices.parentId'),
        stringNo: 1,
        position: 1,
      }),
    ],
  }),
  'POST /api/stations/{stationId}/devices/delete': (
    ids: Ids,
  ): SiteBody<'POST /api/stations/{stationId}/devices/delete'> => ({ ids: [idOf(ids, 'body.ids')] }),
  'POST /api/devices/{deviceId}/replace': (): SiteBody<'POST /api/devices/{deviceId}/replace'> => ({
    id: randomUUID(),
    sn: newSerial('optimizer'),
  }),
  'POST /api/devices/{deviceId}/transfer': (ids: Ids): SiteBody<'POST /api/devices/{deviceId}/transfer'> => ({
    stationId: idOf(ids, 'body.stationId'),
  }),
  'POST /api/registry': (): SiteBody<'POST /api/registry'> => ({
    csv: `serial,secret,claim_code,model\n${newSerial('gateway')},a-factory-secret,K7QF-93,EMU-2\n`,
  }),
}
