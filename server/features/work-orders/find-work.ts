import { sql } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'

export const workUnderway = (
  db: Db,
  deviceIds: readonly string[],
  stationId: string,
  exceptAccountId: string,
) =>
  sql<{
    id: string
    no: string
    name: string
    handler_id: string
    handler_name: string
    started_at: number
    meant: boolean
  }>`
    WITH target AS (
      SELECT id, gateway_id, parent_id, string_no FROM device WHERE id = ANY(${[...deviceIds]}::uuid[])
    ), about AS (
      SELECT o.id AS order_id, o.device_id FROM work_order o
       WHERE o.station_id = ${stationId} AND o.status = 'in_progress' AND o.device_id IS NOT NULL
       UNION
      SELECT o.id, a.device_id FROM work_order o
        JOIN order_alarm oa ON oa.order_id = o.id AND oa.kept
        JOIN alarm a ON a.id = oa.alarm_id
       WHERE o.station_id = ${stationId} AND o.status = 'in_progress'
    )
    SELECT o.id, o.no, o.name, o.handler_id, h.name AS handler_name,
           coalesce(o.started_at, o.initiated_at) AS started_at,
           NOT EXISTS (SELECT FROM about WHERE about.order_id = o.id) OR EXISTS (
             SELECT FROM about LEFT JOIN device d ON d.id = about.device_id JOIN target t
                 ON d.id IS NULL OR d.removed_at IS NOT NULL OR t.id = d.id OR t.id = d.parent_id OR t.id = d.gateway_id OR d.id = t.parent_id OR d.id = t.gateway_id
                    OR (t.parent_id = d.parent_id AND coalesce(t.string_no = d.string_no, true))
              WHERE about.order_id = o.id) AS meant
      FROM work_order o JOIN account h ON h.id = o.handler_id
     WHERE o.station_id = ${stationId} AND o.status = 'in_progress' AND o.handler_id <> ${exceptAccountId}
     ORDER BY meant DESC, started_at, o.id`.execute(db)
