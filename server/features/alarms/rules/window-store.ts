import { allShards, SHARDS } from '../../../platform/db/shards.ts'
import { sql } from 'kysely'
import { generationBelieved, saidGeneration } from '../../stations/generation-sql.ts'
import { instant } from '../../../platform/db/instant.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { knownAs } from '../../../platform/db/known-statement.ts'
import { qualityFlags } from '#domain/telemetry/quality-flags.ts'
import { stateIndex } from '#domain/telemetry/device-state.ts'
import type { HourMean, RuleString } from '#domain/analyses/station-window.ts'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import { ofDevices, readings } from '../../telemetry/readings-sql.ts'

/** Means by the hour of devices that say their power; what is filled in afterwards counts: days are judged when they are over. */
export const hourRows = async (
  db: Db,
  one: { nos: readonly number[]; from: number; to: number },
): Promise<HourRow[]> => {
  const { rows } = await sql<HourRow>`
    SELECT device_no AS no, floor(extract(epoch FROM ts) / 3600)::float8 AS hour, avg(${saidGeneration('r')})::float8 AS "powerW",
           stddev_pop(${saidGeneration('r')})::float8 AS "spreadW", count(*)::int AS readings,
           coalesce(bool_or(state = ANY(${[...heldStates]}::int[])), false) AS "heldBack"
      FROM ${readings(ofDevices(one.nos), instant(one.from), instant(one.to))} AS r
     WHERE ${saidGeneration('r')} IS NOT NULL AND ${generationBelieved('r')} AND flags & ${qualityFlags.clock}::int = 0
     GROUP BY 1, 2 ORDER BY 1, 2`.execute(db)
  return rows
}

/** In these it gives less than its field could, by its own word. */
const heldStates = (['curtailed', 'shutdown'] as const).flatMap((state) => stateIndex(state) ?? [])

type HourRow = Omit<HourMean, 'from'> & { no: number; hour: number }

export type RuleStation = {
  id: string
  companyId: string
  devices: number
  latitude: number
  north: boolean
  longitude: number
  east: boolean
  tiltDeg: number | null
  azimuthDeg: number | null
  capacityW: number
  country: string
  reportMin: number
}

export const stationsWithDevices = async (
  db: Db,
  only: string | null = null,
  shards: readonly number[] = allShards,
): Promise<RuleStation[]> => {
  const { rows } = await sql<RuleStation>`
    SELECT s.id, s.company_id AS "companyId", count(*)::int AS devices, s.latitude, s.north, s.longitude, s.east,
           s.tilt_deg AS "tiltDeg", s.azimuth_deg AS "azimuthDeg",
           s.capacity_w AS "capacityW", s.country, s.report_min AS "reportMin"
      FROM station s JOIN device d ON d.station_id = s.id AND d.removed_at IS NULL
     WHERE s.deleted_at IS NULL AND (${only}::uuid IS NULL OR s.id = ${only}::uuid)
       AND get_byte(uuid_send(s.id), 15) % ${SHARDS}::int = ANY(${[...shards]}::int[])
     GROUP BY s.id ORDER BY s.id`.execute(db)
  return rows
}

export type DeviceRow = {
  id: string
  no: number
  stationId: string
  kind: DeviceKind
  sn: string
  brand: string
  model: string
  gatewayId: string | null
  parentId: string | null
  stringNo: number | null
  ratedW: number | null
  modules: number | null
  moduleW: number | null
  heardAt: number | null
  birthAt: number | null
  connected: boolean | null
  clockOffsetMs: number | null
  shownW: number | null
}

export const devicesOf = async (db: Db, stationIds: readonly string[]): Promise<DeviceRow[]> => {
  const { rows } = await sql<DeviceRow>`${knownAs('rule-devices')}
    SELECT d.id, d.no, d.station_id AS "stationId", d.kind, d.sn, d.brand, d.model, d.gateway_id AS "gatewayId",
           d.parent_id AS "parentId", d.string_no AS "stringNo", d.rated_w AS "ratedW", p.modules,
           p.module_w AS "moduleW", l.received_at AS "heardAt", k.birth_at AS "birthAt", k.connected,
           k.clock_offset_ms AS "clockOffsetMs", d.shown_w AS "shownW"
      FROM device d
      LEFT JOIN latest l ON l.device_no = d.no
      LEFT JOIN gateway_link k ON k.device_id = d.id
      LEFT JOIN place_device pd ON pd.device_id = d.id AND pd.until IS NULL
      LEFT JOIN place p ON p.id = pd.place_id
     WHERE d.station_id = ANY(${[...stationIds]}::uuid[]) AND d.removed_at IS NULL
     ORDER BY d.no`.execute(db)
  return rows
}

export const stringsOf = async (db: Db, stationIds: readonly string[]): Promise<RuleString[]> =>
  db
    .selectFrom('string')
    .select(['inverter_id as inverterId', 'no', 'mppt_no as mpptNo', 'capacity_w as capacityW'])
    .where('station_id', 'in', [...stationIds])
    .where('removed_at', 'is', null)
    .execute()
