import { sql, type SqlBool } from 'kysely'
import { type AlarmLevel, levelOf } from '#domain/alarms/alarm-states.ts'
import type { Db } from '../../platform/db/handle.ts'

/** The worst level of the open alarms of each of these devices; those without any are left out. */
export const openLevelsOf = async (db: Db, deviceIds: readonly string[]) => {
  if (deviceIds.length === 0) return new Map<string, AlarmLevel>()
  const rows = await db
    .selectFrom('alarm')
    .where(sql<SqlBool>`device_id = ANY(${[...deviceIds]}::uuid[])`)
    .where('rank', '<', 10)
    .distinctOn('device_id')
    .orderBy('device_id')
    .orderBy('rank')
    .select(['device_id', 'level'])
    .execute()
  return new Map(rows.map(({ device_id, level }) => [device_id, levelOf(level)]))
}

/** These, each with the worst level of its open alarms. */
export const withOpenLevels = async <Row extends { id: string }>(db: Db, rows: readonly Row[]) => {
  const levels = await openLevelsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, alarmLevel: levels.get(row.id) ?? null }))
}
