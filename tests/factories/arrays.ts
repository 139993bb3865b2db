import { randomUUID } from 'node:crypto'
import type { arrayRoutes } from '#contract/http/arrays.ts'
import type { BodyInput } from '#contract/http/route.ts'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import type { Db } from '#server/platform/db/handle.ts'
import { makeDevice } from './devices.ts'
import type { FactoryFile, Ids } from './objects.ts'
import { makeStation } from './stations.ts'

let made = 0

/** A string of an inverter, with the next number. */
export const makeString = async (
  db: Db,
  now: number,
  stationId: string,
  inverterId: string,
  no = (made += 1),
): Promise<string> => {
  const id = randomUUID()
  await db
    .insertInto('string')
    .values({
      id,
      station_id: stationId,
      inverter_id: inverterId,
      mppt_no: null,
      no,
      capacity_w: null,
      created_at: new Date(now),
    })
    .execute()
  return id
}

export const makeArea = async (db: Db, now: number, stationId: string): Promise<string> => {
  const id = randomUUID()
  await db
    .insertInto('array_area')
    .values({
      id,
      station_id: stationId,
      name: 'South',
      row_count: 10,
      col_count: 20,
      tilt_deg: 15,
      azimuth_deg: 180,
      created_at: new Date(now),
    })
    .execute()
  return id
}

/** A place, empty unless a device hangs in it; in an area of its own, as one that is nowhere does not stay. */
export const makePlace = async (
  db: Db,
  now: number,
  stationId: string,
  kind: DeviceKind,
  deviceId?: string,
): Promise<string> => {
  const id = randomUUID()
  await db
    .insertInto('place')
    .values({
      id,
      station_id: stationId,
      kind,
      string_id: null,
      position: null,
      area_id: await makeArea(db, now, stationId),
      row_no: 1,
      col_no: 1,
      module_w: null,
      changed_by: null,
      created_at: new Date(now),
    })
    .execute()
  if (deviceId !== undefined)
    await db
      .insertInto('place_device')
      .values({ place_id: id, device_id: deviceId, since: new Date(now) })
      .execute()
  return id
}

const stationFor = async (app: { db: Db; now: () => number }, companyId: string | null, given?: string) =>
  given ?? makeStation(app.db, app.now(), companyId ?? '')

export const objects: NonNullable<FactoryFile['objects']> = {
  string: async (app, caller, given) => {
    const station = await stationFor(app, caller.companyId, given)
    const inverter = await makeDevice(app.db, app.now(), station, 'inverter')
    return makeString(app.db, app.now(), station, inverter.id)
  },
  area: async (app, caller, given) =>
    makeArea(app.db, app.now(), await stationFor(app, caller.companyId, given)),
  place: async (app, caller, given) =>
    makePlace(app.db, app.now(), await stationFor(app, caller.companyId, given), 'optimizer'),
}

type BodyOf<Key extends keyof typeof arrayRoutes> = BodyInput<(typeof arrayRoutes)[Key]>
const idOf = (ids: Ids, name: string): string => ids[name] ?? randomUUID()

const area = {
  name: 'South roof',
  rows: 4,
  cols: 10,
  portrait: true,
  tiltDeg: 15.5,
  azimuthDeg: 180,
  x: 0,
  y: 2.5,
}

export const bodies = {
  'POST /api/stations/{stationId}/strings': (ids: Ids): BodyOf<'POST /api/stations/{stationId}/strings'> => ({
    id: randomUUID(),
    inverterId: idOf(ids, 'body.inverterId'),
    mpptNo: 1,
    no: 1,
    name: 'East 1',
    capacityW: 8_000.5,
  }),
  'PUT /api/strings/{stringId}': (): BodyOf<'PUT /api/strings/{stringId}'> => ({
    mpptNo: null,
    no: 2,
    name: 'East 2',
    capacityW: 0.01,
  }),
  'POST /api/stations/{stationId}/strings/delete': (
    ids: Ids,
  ): BodyOf<'POST /api/stations/{stationId}/strings/delete'> => ({ ids: [idOf(ids, 'body.ids')] }),
  'POST /api/stations/{stationId}/areas': (): BodyOf<'POST /api/stations/{stationId}/areas'> => ({
    ...area,
    id: randomUUID(),
  }),
  'PUT /api/areas/{areaId}': (): BodyOf<'PUT /api/areas/{areaId}'> => area,
  'POST /api/stations/{stationId}/assign': (ids: Ids): BodyOf<'POST /api/stations/{stationId}/assign'> => ({
    changes: [
      {
        deviceId: idOf(ids, 'body.changes.deviceId'),
        placeId: idOf(ids, 'body.changes.placeId'),
        stringId: idOf(ids, 'body.changes.stringId'),
        position: 7,
        areaId: idOf(ids, 'body.changes.areaId'),
        row: 2,
        col: 3,
        modules: 2,
        moduleW: 900,
      },
    ],
  }),
}

export const queries: NonNullable<FactoryFile['queries']> = {
  'GET /api/places/{placeId}/energy': 'period=month',
}
