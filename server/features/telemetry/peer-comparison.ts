import { beyondRating, soundRatedW } from '#domain/telemetry/shown-power.ts'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { peerComparison } from '#contract/http/telemetry.ts'
import { isAboutNoon } from '#domain/alarms/rules/planes.ts'
import { modulesOfOptimizer } from '#domain/devices/module-counts.ts'
import { signedPosition } from '#domain/stations/sun.ts'
import { dayEndAt, dayStartAt } from '#domain/telemetry/local-days.ts'
import { compareWithPeers, type PeerSeries } from '#domain/telemetry/peers.ts'
import { qualityFlags } from '#domain/telemetry/quality-flags.ts'
import { instant } from '../../platform/db/instant.ts'
import type { DeviceNow } from '../devices/device-store.ts'
import type { Db } from '../../platform/db/handle.ts'
import { powerByStep } from './reading-store.ts'
import { peersInPlane } from './same-plane.ts'

export type PeerComparisonView = z.output<typeof peerComparison>

/** Beyond that the median says the same. */
const PEERS_MAX = 200
/** From there it is light enough to compare: W per kW rated, W per module. */
const LEAST = { inverter: 20, optimizer: 5 } as const
const USUAL_DAYS = 7
const DAY_S = 86_400

type Peer = Pick<
  DeviceNow,
  'no' | 'id' | 'sn' | 'name' | 'brand' | 'model' | 'string_no' | 'position' | 'rated_w' | 'shown_w'
>

/** Inverters of the same station, or optimizers of the same string, whatever their plane; the device itself is not among them. */
const peersOf = async (db: Db, device: DeviceNow): Promise<Peer[]> => {
  const { kind, parent_id: parentId, string_no: stringNo } = device
  if (kind !== 'inverter' && (kind !== 'optimizer' || parentId === null || stringNo === null)) return []
  return db
    .selectFrom('device')
    .select(['no', 'id', 'sn', 'name', 'brand', 'model', 'string_no', 'position', 'rated_w', 'shown_w'])
    .where('station_id', '=', device.station_id)
    .where('kind', '=', kind)
    .where('removed_at', 'is', null)
    .where('no', '<>', device.no)
    .$if(kind === 'optimizer', (query) =>
      query.where('parent_id', '=', parentId).where('string_no', '=', stringNo),
    )
    .orderBy(sql`position NULLS LAST`)
    .orderBy('no')
    .limit(PEERS_MAX)
    .execute()
}

const sizeOf = (kind: string, { brand, model, rated_w: ratedW, shown_w: shownW }: Peer): number | null => {
  if (kind !== 'inverter') return modulesOfOptimizer(brand, model) ?? 1
  const sound = soundRatedW(ratedW, shownW)
  return sound === null ? null : sound / 1000
}
/** It is compared by its rating, and its counter outruns that. */
const isInDoubt = (kind: string, { rated_w: ratedW, shown_w: shownW }: Peer): boolean =>
  kind === 'inverter' && beyondRating(shownW, { ratedW }) !== null

/**
 * What each tracker has given of its inverter's DC energy on the day, and up to the same time in the days before it, as
 * shares of 1: planes to the east give their share in the morning.
 */
const trackersOf = async (
  db: Db,
  no: number,
  from: number,
  until: number,
): Promise<PeerComparisonView['trackers']> => {
  const { rows } = await sql<{ n: number; now: number | null; usual: number | null; days: number }>`
    WITH each AS (
      SELECT ts >= ${instant(from)} AS present, (m->>'n')::int AS n,
             sum(greatest((m->>'p')::float8, 0)) AS w, count(DISTINCT date_trunc('day', ts)) AS days
        FROM reading, jsonb_array_elements(mppt) AS m
       WHERE device_no = ${no} AND ts >= ${instant(from - USUAL_DAYS * DAY_S * 1000)} AND ts < ${instant(until)}
         AND mod((extract(epoch FROM ts - ${instant(from)}) + ${sql.lit(USUAL_DAYS * DAY_S)})::bigint, ${sql.lit(DAY_S)}::bigint) <= ${(until - from) / 1000}::float8
         AND mppt IS NOT NULL AND flags & ${qualityFlags.power}::int = 0 AND m->>'p' IS NOT NULL
       GROUP BY 1, 2),
    whole AS (SELECT present, sum(w) AS w FROM each GROUP BY 1)
    SELECT n, max(each.w / nullif(whole.w, 0)) FILTER (WHERE present) AS now,
           max(each.w / nullif(whole.w, 0)) FILTER (WHERE NOT present) AS usual,
           coalesce(max(days) FILTER (WHERE NOT present), 0)::int AS days
      FROM each JOIN whole USING (present) GROUP BY n ORDER BY n`.execute(db)
  return rows.length < 2 ? [] : rows
}

/** A device beside its peers over one local day, in at most five statements. */
export const readPeers = async (
  db: Db,
  device: DeviceNow,
  day: string,
  now: number,
): Promise<PeerComparisonView> => {
  const timeZone = device.time_zone
  const [from, to] = [dayStartAt(day, timeZone), dayEndAt(day, timeZone)]
  const stepMs = device.report_min * 60_000
  const kind = device.kind === 'optimizer' ? 'optimizer' : 'inverter'
  const { peers, noonOnly } = await peersInPlane(
    db,
    { id: device.id, kind: device.kind, stationId: device.station_id },
    await peersOf(db, device),
  )
  const all = [device, ...peers]
  const [measured, trackers] = await Promise.all([
    peers.length === 0
      ? []
      : powerByStep(
          db,
          all.map(({ no }) => no),
          from,
          to,
          stepMs,
        ),
    device.kind === 'inverter' ? trackersOf(db, device.no, from, Math.max(from, Math.min(now, to))) : [],
  ])
  const { longitude } = signedPosition(device)
  const cells = noonOnly
    ? measured.filter(({ step }) => isAboutNoon(from + (step + 0.5) * stepMs, longitude))
    : measured
  const steps = Map.groupBy(cells, ({ deviceNo }) => deviceNo)
  const seriesOf = (one: Peer): PeerSeries<number> => ({
    id: one.no,
    size: sizeOf(kind, one),
    steps: new Map(steps.get(one.no)?.map(({ step, powerW }) => [step, powerW])),
  })
  const found = compareWithPeers(seriesOf(device), peers.map(seriesOf), LEAST[kind])
  const value = new Map(found.peers.map((peer) => [peer.id, peer.value]))
  const { span, own, median, share, rank } = found
  return {
    day,
    timeZone,
    per: kind === 'inverter' ? 'kw' : 'module',
    fromTs: span && from + span.first * stepMs,
    toTs: span && Math.min(to, from + (span.last + 1) * stepMs),
    steps: found.steps,
    own,
    median,
    share,
    rank,
    ratingInDoubt: isInDoubt(kind, device),
    peers: peers.map((peer) => ({
      id: peer.id,
      sn: peer.sn,
      name: peer.name,
      stringNo: peer.string_no,
      position: peer.position,
      value: value.get(peer.no) ?? null,
      ratingInDoubt: isInDoubt(kind, peer),
    })),
    trackers,
  }
}
