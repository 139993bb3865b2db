import { sql } from 'kysely'
import { qualityFlags } from '#domain/telemetry/quality-flags.ts'
import { silenceLimitMs } from '#domain/telemetry/silence.ts'
import { type DarkPeriod, DUSK_MS, RUNS_W } from '#domain/telemetry/device-state.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'
import { faintGeneration, generation } from '../stations/generation-sql.ts'
import type { StateFacts } from './device-state-now.ts'
import type { DeviceNow } from './device-store.ts'

/** Children of which `stateNow` says the same. */
export type ChildGroup = Omit<StateFacts, keyof Place> & {
  children: number
  /** They say what they make, and said it a short time ago; `watts`: all of them together. */
  says: boolean
  watts: number
}
type Place = Pick<DeviceNow, 'report_min' | 'latitude' | 'north' | 'longitude' | 'east' | 'removed_at'>

/** Which column says that a device hangs behind this gateway, or below this inverter. */
export const parentColumn = ({ kind }: Pick<DeviceNow, 'kind'>) =>
  kind === 'gateway' ? ('device.gateway_id' as const) : ('device.parent_id' as const)

/**
 * What hangs behind a gateway or below an inverter, counted by all that decides how a device is: a few rows, however
 * many devices. `dark`: as `stateNow` asks for it. Instants and powers are those of one of each group: they lie on the
 * same side of every limit as all others of it.
 */
export const childGroups = async (
  db: Db,
  device: Pick<DeviceNow, 'id' | 'kind' | 'report_min'>,
  now: number,
  dark: DarkPeriod | null,
): Promise<ChildGroup[]> => {
  const limitMs = silenceLimitMs(device.report_min)
  const before = (ms: number) => (dark === null ? null : new Date(dark.since - limitMs - ms))
  const until = dark === null || dark.until === null ? null : new Date(dark.until)
  const { rows } = await sql<ChildGroup>`
    SELECT kind, state, flags, gateway_id, gateway_heard_at, birth_at, connected, gone_at, says,
           max(received_at) AS received_at, max(ts) AS ts, NULL AS rated_w, NULL AS shown_w,
           CASE WHEN faint THEN 0 WHEN NOT faint THEN ${sql.lit(RUNS_W + 1)} END AS p, NULL AS p_pv, NULL AS e_pv,
           count(*)::int AS children, coalesce(sum(w), 0)::float8 AS watts
      FROM (SELECT device.kind, l.state, l.flags & ${sql.lit(qualityFlags.still)} AS flags, device.gateway_id,
                   g.received_at AS gateway_heard_at, k.birth_at, k.connected, k.gone_at, l.received_at, l.ts,
                   f.heard, f.fresh, ${generation('l')} AS w, ${faintGeneration('l', 'device')} AS faint,
                   coalesce(f.heard AND f.fresh, false) AND ${generation('l')} IS NOT NULL AS says
              FROM device
              LEFT JOIN latest l ON l.device_no = device.no
              LEFT JOIN device gateway ON gateway.id = device.gateway_id
              LEFT JOIN latest g ON g.device_no = gateway.no
              LEFT JOIN gateway_link k ON k.device_id = coalesce(device.gateway_id, device.id)
             CROSS JOIN LATERAL (SELECT l.received_at > ${instant(now - limitMs)} AS heard,
                                        l.ts > ${instant(now - limitMs)} AS fresh) AS f
             WHERE ${sql.ref(parentColumn(device))} = ${device.id} AND device.removed_at IS NULL) AS child
     GROUP BY kind, state, flags, gateway_id, gateway_heard_at, birth_at, connected, gone_at, says, faint, heard, fresh,
              received_at > ${before(0)}::timestamptz, received_at > ${before(DUSK_MS)}::timestamptz,
              received_at <= ${until}::timestamptz`.execute(db)
  return rows
}

/** The numbers of the inverters behind a gateway. */
export const invertersBehind = async (db: Db, gatewayId: string): Promise<number[]> => {
  const rows = await db
    .selectFrom('device')
    .select('no')
    .where('gateway_id', '=', gatewayId)
    .where('kind', '=', 'inverter')
    .where('removed_at', 'is', null)
    .orderBy('no')
    .execute()
  return rows.map(({ no }) => no)
}
