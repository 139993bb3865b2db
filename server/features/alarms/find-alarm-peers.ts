import { soundRatedW } from '#domain/telemetry/shown-power.ts'
import { sql } from 'kysely'
import { modulesOfOptimizer } from '#domain/devices/module-counts.ts'
import type { Db } from '../../platform/db/handle.ts'
import { peersInPlane } from '../telemetry/same-plane.ts'
import type { ShownAlarm } from './find-shown-alarms.ts'

export type Peer = { no: number; size: number }
type Row = {
  id: string
  no: number
  kind: string
  brand: string
  model: string
  ratedW: number | null
  shownW: number | null
  modules: number | null
  moduleW: number | null
}

/** Beyond that the median says the same. */
const PEERS_MAX = 24

/**
 * The device of an alarm and those it is held against, each with what its power is divided by: inverters of the same
 * station by rated W, where no counter outruns it, optimizers of the same string by W or number of their modules.
 */
export const withPeers = async (
  db: Db,
  row: ShownAlarm,
): Promise<{
  own: Peer | null
  peers: Peer[]
  /** They look into another sky: about noon alone. */
  noonOnly: boolean
}> => {
  if (row.kind !== 'inverter' && row.kind !== 'optimizer') return { own: null, peers: [], noonOnly: false }
  const { rows } = await sql<Row>`
    SELECT d.id, d.no, d.kind, d.brand, d.model, d.rated_w AS "ratedW", d.shown_w AS "shownW", p.modules, p.module_w AS "moduleW"
      FROM device d
      LEFT JOIN place_device pd ON pd.device_id = d.id AND pd.until IS NULL
      LEFT JOIN place p ON p.id = pd.place_id
     WHERE d.station_id = ${row.station_id} AND d.kind = ${row.kind}
       AND (d.removed_at IS NULL OR d.id = ${row.device_id})
       AND (${row.kind} <> 'optimizer' OR (d.parent_id = ${row.parent_id}::uuid AND d.string_no IS NOT DISTINCT FROM ${row.string_no}::int))
     ORDER BY d.id = ${row.device_id} DESC, d.no LIMIT ${PEERS_MAX + 1}`.execute(db)
  const { peers, noonOnly } = await peersInPlane(
    db,
    { id: row.device_id, kind: row.kind, stationId: row.station_id },
    rows.filter(({ no }) => no !== row.device_no),
  )
  const inPlane = new Set(peers.map(({ no }) => no))
  const known = rows.every(({ moduleW }) => moduleW !== null)
  const sized = rows.flatMap((one): Peer[] => {
    const size =
      row.kind === 'inverter'
        ? soundRatedW(one.ratedW, one.shownW)
        : known
          ? one.moduleW
          : (one.modules ?? 1) > 1
            ? one.modules
            : (modulesOfOptimizer(one.brand, one.model) ?? 1)
    return size === null || size <= 0 ? [] : [{ no: one.no, size }]
  })
  return {
    own: sized.find(({ no }) => no === row.device_no) ?? null,
    peers: sized.filter(({ no }) => inPlane.has(no)),
    noonOnly,
  }
}
