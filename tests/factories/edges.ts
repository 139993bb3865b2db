import { randomUUID } from 'node:crypto'
import type { edgeRoutes } from '#contract/http/edges.ts'
import type { BodyInput } from '#contract/http/route.ts'
import { makeEdgeKeys } from '#contract/mqtt/sealed.ts'
import { writePairing } from '#server/features/edges/ask-for-edge.ts'
import { saveEdge } from '#server/features/edges/edge-store.ts'
import { insertSearch } from '#server/features/edges/search-store.ts'
import { enqueue } from '#server/features/commands/outbox.ts'
import type { Db } from '#server/platform/db/handle.ts'
import { makeDevice, type MadeDevice, setLink } from './devices.ts'
import type { FactoryFile, Ids } from './objects.ts'
import { makeStation } from './stations.ts'

/** A connected edge at a station, and the keys that secrets of its devices are sealed to. */
export const makeEdge = async (db: Db, now: number, stationId: string) => {
  const gateway: MadeDevice = await makeDevice(db, now, stationId, 'gateway')
  await setLink(db, gateway.id, { connected: true, birthAt: now })
  const keys = await makeEdgeKeys()
  await saveEdge(db, {
    gateway_id: gateway.id,
    public_key: keys.publicKey,
    version: '0.1.0',
    built_in: false,
    paired_at: new Date(now),
  })
  return { ...gateway, keys }
}

let made = 0
/** The address of a device that no other has. */
export const newUrl = (): string => {
  made += 1
  return `modbus-tcp://192.168.${Math.floor(made / 250)}.${(made % 250) + 1}:502?unit=1`
}

export const objects: NonNullable<FactoryFile['objects']> = {
  edge: async (app, caller, stationId) => {
    const station = stationId ?? (await makeStation(app.db, app.now(), caller.companyId ?? ''))
    return (await makeEdge(app.db, app.now(), station)).id
  },
  edge_device: async (app, caller, stationId) => {
    const station = stationId ?? (await makeStation(app.db, app.now(), caller.companyId ?? ''))
    const edge = await makeEdge(app.db, app.now(), station)
    const id = randomUUID()
    await app.db
      .insertInto('edge_device')
      .values({
        id,
        gateway_id: edge.id,
        url: newUrl(),
        profile: 'sunspec',
        interval_s: 10,
        sealed: null,
        added_by: caller.accountId,
        added_at: new Date(app.now()),
      })
      .execute()
    return id
  },
  diagnosis: async (app, caller, stationId) => {
    const station = stationId ?? (await makeStation(app.db, app.now(), caller.companyId ?? ''))
    const edge = await makeEdge(app.db, app.now(), station)
    const id = await enqueue(app.db, {
      stationId: station,
      gatewayId: edge.id,
      op: 'diagnose',
      args: { what: 'log', lines: 20 },
      targets: [edge],
      createdBy: caller.accountId,
      now: app.now(),
    })
    await insertSearch(app.db, { commandId: id, gatewayId: edge.id, now: app.now() })
    return id
  },
  pairing: async (app, caller, stationId) => {
    const station = stationId ?? (await makeStation(app.db, app.now(), caller.companyId ?? ''))
    const asked = { stationId: station, name: '', replaces: null, builtIn: false, length: 8 }
    return (await writePairing(app.db, { ...asked, askedBy: caller.accountId }, app.now())).id
  },
}

type BodyOf<Key extends keyof typeof edgeRoutes> = BodyInput<(typeof edgeRoutes)[Key]>
const device = (): BodyOf<'POST /api/gateways/{gatewayId}/edge-devices'> => ({
  url: newUrl(),
  profile: null,
  intervalS: 10,
  secret: 'a password of the device',
})

export const bodies = {
  'POST /api/stations/{stationId}/edge-pairings': (
    ids: Ids,
  ): BodyOf<'POST /api/stations/{stationId}/edge-pairings'> => ({
    name: 'Roof',
    replaces: ids['body.replaces'] ?? randomUUID(),
  }),
  'POST /api/edge/pair': (): BodyOf<'POST /api/edge/pair'> => ({
    code: 'K7QF-93XW',
    key: 'A'.repeat(43),
    version: '0.1.0',
  }),
  'POST /api/gateways/{gatewayId}/edge-devices': device,
  'PUT /api/edge-devices/{edgeDeviceId}': device,
  'POST /api/gateways/{gatewayId}/discoveries': (): BodyOf<'POST /api/gateways/{gatewayId}/discoveries'> => ({
    ranges: ['192.168.1.0/24'],
  }),
  'POST /api/gateways/{gatewayId}/diagnoses': (): BodyOf<'POST /api/gateways/{gatewayId}/diagnoses'> => ({
    what: 'probe',
    url: newUrl(),
    profile: null,
    secret: 'a password of the device',
  }),
  'POST /api/edge-devices/{edgeDeviceId}/diagnoses':
    (): BodyOf<'POST /api/edge-devices/{edgeDeviceId}/diagnoses'> => ({
      table: 'holding',
      address: 40_000,
      count: 2,
    }),
  'POST /api/built-in-edge/hand-out': (ids: Ids): BodyOf<'POST /api/built-in-edge/hand-out'> => ({
    stationId: ids['body.stationId'] ?? randomUUID(),
  }),
}
