import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { BodyInput } from '#contract/http/route.ts'
import type { stationRoutes } from '#contract/http/stations.ts'
import type { StationInput } from '#domain/stations/fields.ts'
import { stationCode } from '#domain/stations/station-code.ts'
import { insertStation } from '#server/features/stations/station-store.ts'
import type { Db } from '#server/platform/db/handle.ts'
import { ensureSharee } from './accounts.ts'
import type { FactoryFile, Ids } from './objects.ts'

let made = 0
/** Counted, as the codes of old were: a test that looks at codes or their order sees the same ones each time. */
let number = 0
/** By id; for whoever has to type a name. */
const names = new Map<string, string>()

/** A whole, valid station near Shanghai: what a test wants otherwise it says. */
export const stationInputOf = (companyId: string, given: Partial<StationInput> = {}): StationInput => ({
  name: `Roof-${(made += 1)}`,
  companyId,
  ownerAccountId: null,
  ownerName: 'Li Hua',
  type: 'commercial',
  timeZone: 'Asia/Shanghai',
  latitude: 31.230416,
  north: true,
  longitude: 121.473701,
  east: true,
  address: '1 Solar Road',
  region: 'Shanghai',
  country: 'CN',
  reportMin: 5,
  gridConnectedOn: '2024-05-01',
  capacity: 20,
  capacityUnit: 'kW',
  tiltDeg: 20,
  azimuthDeg: 180,
  phoneCountry: 'CN',
  phone: '138 0013 8000',
  tariff: { perKwh: 0.5, currency: 'CNY', source: 'test' },
  co2: { kgPerKwh: 0.5, source: 'test' },
  imageFileId: null,
  ...given,
})

export const makeStation = async (
  db: Db,
  now: number,
  companyId: string,
  given: Partial<StationInput> = {},
): Promise<string> => {
  const id = randomUUID()
  const input = stationInputOf(companyId, given)
  // Another process may have made stations in this database.
  for (let outcome = 'code used'; outcome === 'code used';) {
    const code = stationCode(input.country, (number += 1))
    outcome = await insertStation(db, { id, code, input, createdBy: null, now })
  }
  names.set(id, input.name)
  return id
}

export const objects: NonNullable<FactoryFile['objects']> = {
  station: async (app, caller) => {
    await ensureSharee(app)
    return makeStation(app.db, app.now(), caller.companyId ?? '')
  },
}

type BodyOf<Key extends keyof typeof stationRoutes> = BodyInput<(typeof stationRoutes)[Key]>
const given = (ids: Ids) =>
  stationInputOf(ids['body.companyId'] ?? randomUUID(), {
    ownerAccountId: ids['body.ownerAccountId'] ?? null,
    imageFileId: ids['body.imageFileId'] ?? null,
  })

export const bodies = {
  'POST /api/stations': (ids: Ids): BodyOf<'POST /api/stations'> => ({ ...given(ids), id: randomUUID() }),
  'PUT /api/stations/{stationId}': (ids: Ids): BodyOf<'PUT /api/stations/{stationId}'> => given(ids),
  'PUT /api/stations/{stationId}/contact': (): BodyOf<'PUT /api/stations/{stationId}/contact'> => {
    const { ownerName, phoneCountry, phone } = stationInputOf('')
    return { ownerName, phoneCountry, phone }
  },
  'DELETE /api/stations/{stationId}': (ids: Ids): BodyOf<'DELETE /api/stations/{stationId}'> => ({
    name: names.get(ids['stationId'] ?? '') ?? 'none',
  }),
}

export const queries: NonNullable<FactoryFile['queries']> = {
  'GET /api/time-zone': 'latitude=31.2&longitude=121.5',
}

type Alike = { code?: string; name?: string; companyId?: string }

/** So many stations more, which are what this one is but for their codes and names: `MANY1` and `Many 1`, unless said. */
export const makeAlike = async (
  owner: Pool,
  stationId: string,
  count: number,
  { code = 'MANY', name = 'Many ', companyId }: Alike = {},
): Promise<void> => {
  await owner.query(
    `INSERT INTO station (id, code, name, company_id, type, time_zone, latitude, north, longitude, east, region,
       country, report_min, capacity, capacity_unit, capacity_w, created_at)
     SELECT gen_random_uuid(), $2 || n, $3 || n, coalesce($4, s.company_id), s.type, s.time_zone, s.latitude, s.north,
            s.longitude, s.east, s.region, s.country, s.report_min, s.capacity, s.capacity_unit, s.capacity_w, s.created_at
       FROM station s, generate_series(1, $5::int) AS n WHERE s.id = $1`,
    [stationId, code, name, companyId ?? null, count],
  )
}
