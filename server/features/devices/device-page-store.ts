import type { SqlBool } from 'kysely'
import { sql } from 'kysely'
import { DEVICES_PAGE_MAX } from '#contract/http/lists.ts'
import { type DeviceKind, deviceKinds } from '#domain/devices/kinds.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'
import { numberPart, readPage, type Page, type PageAsked } from '../../platform/page/page.ts'
import { parentColumn } from './child-store.ts'
import { devicePlace, devicesIn, firstDevices, type ListedDevice } from './device-store.ts'

const place = numberPart(/^-?\d{1,10}$/)
// Kinds by their place in the catalogue, which grows.
const byPlace = {
  kind: numberPart(/^\d{1,2}$/),
  string: place,
  position: place,
  no: numberPart(/^\d{1,10}$/),
}
const placeOf = ({ kind, string_no, position, no }: ListedDevice) => ({
  kind: 1 + deviceKinds.indexOf(kind),
  string: string_no ?? -1,
  position: position ?? -1,
  no,
})

const pageOf = (db: Db, these: ReturnType<typeof devicesIn>, page: PageAsked): Promise<Page<ListedDevice>> =>
  readPage(page, {
    order: byPlace,
    size: DEVICES_PAGE_MAX,
    read: (after, limit) =>
      firstDevices(
        db,
        these.$if(after !== null, (all) =>
          all.where(
            sql<SqlBool>`${devicePlace} > (${after?.kind}::bigint, ${after?.string}::bigint, ${after?.position}::bigint, ${after?.no}::bigint)`,
          ),
        ),
        limit,
      ),
    placeOf,
  })

const inForce = (db: Db) => devicesIn(db).where('device.removed_at', 'is', null)

/** `deletedAt`: of a station that is gone, those that went with it. */
export const pageOfStation = async (
  db: Db,
  station: { id: string; deletedAt: number | null },
  kind: DeviceKind | undefined,
  page: PageAsked,
): Promise<Page<ListedDevice> & { total: number }> => {
  const { id, deletedAt } = station
  const these = (
    deletedAt === null ? inForce(db) : devicesIn(db).where('device.removed_at', '=', instant(deletedAt))
  )
    .where('device.station_id', '=', id)
    .$if(kind !== undefined, (all) => all.where('device.kind', '=', kind ?? 'gateway'))
  const [found, { total }] = await Promise.all([
    pageOf(db, these, page),
    these.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { ...found, total }
}

/** What hangs behind a gateway, or the optimizers and shutdown devices of an inverter. */
export const pageOfChildren = async (
  db: Db,
  device: { id: string; kind: DeviceKind },
  page: PageAsked,
): Promise<Page<ListedDevice>> => pageOf(db, inForce(db).where(parentColumn(device), '=', device.id), page)

/**
 * What people expect behind a gateway or it names itself. A device that was added without saying which gateway is
 * expected behind the only one of its station.
 */
export const pageBehindGateway = async (
  db: Db,
  gateway: { id: string; stationId: string },
  page: PageAsked,
) => {
  const found = sql<SqlBool>`(device.gateway_id = ${gateway.id} AND device.reported_by_gateway AND device.missing_since IS NULL)`
  const expected = sql<SqlBool>`(device.confirmed_at IS NOT NULL AND (device.gateway_id = ${gateway.id}
    OR (device.gateway_id IS NULL AND NOT EXISTS (
      SELECT FROM device AS beside WHERE beside.station_id = ${gateway.stationId} AND beside.kind = 'gateway'
        AND beside.removed_at IS NULL AND beside.id <> ${gateway.id}))))`
  const behind = sql<SqlBool>`(device.kind <> 'gateway' AND (${expected} OR ${found}))`
  const these = inForce(db).where('device.station_id', '=', gateway.stationId).where(behind)
  const counted = these.select([
    sql<number>`(count(*) FILTER (WHERE ${expected}))::int`.as('expected'),
    sql<number>`(count(*) FILTER (WHERE ${found}))::int`.as('discovered'),
    sql<number>`(count(*) FILTER (WHERE ${expected} AND ${found} IS NOT TRUE))::int`.as('missing'),
    sql<number>`(count(*) FILTER (WHERE ${found} AND device.confirmed_at IS NULL))::int`.as('unexpected'),
  ])
  const [listed, counts] = await Promise.all([pageOf(db, these, page), counted.executeTakeFirstOrThrow()])
  return { ...listed, counts }
}

/** The devices of one kind beside one in its station, as they hang: by inverter, string and position. */
export const neighboursOf = async (db: Db, device: { id: string; station_id: string; kind: DeviceKind }) => {
  const beside = db
    .selectFrom('device')
    .leftJoin('device as parent', 'parent.id', 'device.parent_id')
    .where('device.station_id', '=', device.station_id)
    .where('device.kind', '=', device.kind)
    .where('device.removed_at', 'is', null)
    .select([
      'device.id',
      'device.sn',
      'device.name',
      sql<number>`(row_number() OVER (ORDER BY parent.no, device.string_no, device.position, device.no))::int`.as(
        'place',
      ),
    ])
  const rows = await db
    .with('beside', () => beside)
    .selectFrom('beside')
    .select(['id', 'sn', 'name', 'place', sql<number>`(SELECT count(*)::int FROM beside)`.as('total')])
    .where(
      sql<SqlBool>`place BETWEEN (SELECT place FROM beside WHERE id = ${device.id}) - 1 AND (SELECT place FROM beside WHERE id = ${device.id}) + 1`,
    )
    .execute()
  const own = rows.find(({ id }) => id === device.id)
  const named = (place: number) => {
    const found = own && rows.find((one) => one.place === place)
    return found ? { id: found.id, sn: found.sn, name: found.name } : null
  }
  return {
    at: own?.place ?? null,
    all: own?.total ?? 0,
    before: named((own?.place ?? 0) - 1),
    after: named((own?.place ?? 0) + 1),
  }
}
