import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { serialKey } from '#domain/devices/fields.ts'

const inForce = sql<SqlBool>`device.kind = 'gateway' AND device.removed_at IS NULL`

/**
 * SQL: `device` is a gateway in force whose login is one of these, which are serials as stored. By the key of the serial, as
 * devices have an index of that alone.
 */
export const isGatewayOf = (serials: readonly string[]): RawBuilder<SqlBool> =>
  sql`device.sn_key = ANY(${serials.map(serialKey)}::text[]) AND device.sn = ANY(${[...serials]}::text[]) AND ${inForce}`

/** The same of one, whose plan does not hang on which it is. */
export const isGateway = (serial: string): RawBuilder<SqlBool> =>
  sql`device.sn_key = ${serialKey(serial)} AND device.sn = ${serial} AND ${inForce}`
