import { isUpgradable } from '#domain/devices/kinds.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { FitDevice } from '#domain/upgrades/fit.ts'
import { serialKey } from '#domain/devices/fields.ts'
import { devicesById } from '../devices/device-store.ts'
import type { Db } from '../../platform/db/handle.ts'
import { anywhere } from '../../platform/search/part-of-text.ts'

/** Gateways in scope, by serial, page by page; the rows as devices are read. */
export const gatewaysToUpgrade = async (
  db: Db,
  scope: Expression<SqlBool>,
  page: {
    stationId: string | undefined
    gatewayId: string | undefined
    search: string
    after: string | null
    limit: number
  },
) => {
  const pattern = anywhere(page.search)
  const found = await db
    .selectFrom('device')
    .innerJoin('station', 'station.id', 'device.station_id')
    .select(['device.id', 'device.sn_key'])
    .where('device.kind', '=', 'gateway')
    .where('device.removed_at', 'is', null)
    .where(scope)
    .$if(page.stationId !== undefined, (query) => query.where('device.station_id', '=', page.stationId ?? ''))
    .$if(page.gatewayId !== undefined, (query) => query.where('device.id', '=', page.gatewayId ?? ''))
    .$if(page.search !== '', (query) =>
      query.where((eb) =>
        eb.or([
          eb('device.sn_key', 'like', anywhere(serialKey(page.search))),
          eb('device.name', 'ilike', pattern),
          eb('station.name', 'ilike', pattern),
        ]),
      ),
    )
    .$if(page.after !== null, (query) =>
      query.where('device.sn_key', '>', sql<string>`${page.after ?? ''} COLLATE "C"`),
    )
    .orderBy(sql`device.sn_key COLLATE "C"`)
    .limit(page.limit)
    .execute()
  const rows = new Map(
    (
      await devicesById(
        db,
        found.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  return found.flatMap(({ id }) => rows.get(id) ?? [])
}

export type Reached = FitDevice & { gatewayId: string; deviceNo: number }

/**
 * These gateways and what is behind them, with the release each runs as far as anybody knows: what an upgrade proved,
 * or what a package says of its version. Devices that left their gateway's list are not reached.
 */
export const reachedThrough = async (db: Db, gatewayIds: readonly string[]): Promise<Reached[]> => {
  if (gatewayIds.length === 0) return []
  const rows = await db
    .selectFrom('device')
    .leftJoin('device_firmware', 'device_firmware.device_id', 'device.id')
    .select([
      'device.id',
      'device.no',
      'device.sn',
      'device.kind',
      'device.brand',
      'device.model',
      'device.hw',
      'device.sw',
      sql<string>`coalesce(device.gateway_id, device.id)`.as('reached_by'),
      'device_firmware.sequence as proven',
      sql<number | null>`(
        SELECT max(i.sequence) FROM firmware_image i
         WHERE i.level = device.kind AND lower(i.model) = lower(device.model) AND i.version = device.sw
           AND (device.brand = '' OR lower(i.vendor) = lower(device.brand)))`.as('published'),
    ])
    .where('device.removed_at', 'is', null)
    .where('device.missing_since', 'is', null)
    .where((eb) =>
      eb.or([eb('device.id', 'in', [...gatewayIds]), eb('device.gateway_id', 'in', [...gatewayIds])]),
    )
    .orderBy('device.no')
    .execute()
  return rows.flatMap(({ kind, ...row }) =>
    isUpgradable(kind)
      ? {
          id: row.id,
          deviceNo: row.no,
          sn: row.sn,
          level: kind,
          vendor: row.brand,
          model: row.model,
          hw: row.hw,
          version: row.sw,
          sequence:
            row.proven === null && row.published === null
              ? null
              : Math.max(row.proven ?? 0, row.published ?? 0),
          gatewayId: row.reached_by,
        }
      : [],
  )
}

/** Those of these devices that an open upgrade holds: a gateway as a whole, or one device. */
export const heldByUpgrade = async (db: Db, gatewayIds: readonly string[]): Promise<Set<string>> => {
  if (gatewayIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('upgrade_task')
    .select('gateway_id')
    .where('gateway_id', 'in', [...gatewayIds])
    .where('ended_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.gateway_id))
}
