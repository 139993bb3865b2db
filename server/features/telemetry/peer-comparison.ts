import { isAboutNoon } from '#domain/analyses/planes.ts'
import { modulesOfOptimizer } from '#domain/devices/module-counts.ts'
import { signedPosition } from '#domain/stations/sun.ts'
import { dayEndAt, dayStartAt } from '#domain/telemetry/local-days.ts'
import { compareWithPeers, type PeerSeries } from '#domain/telemetry/peers.ts'
import type { DeviceNow } from '../devices/device-store.ts'
import type { Db } from '../../platform/db/handle.ts'
import { powerByStep } from './reading-store.ts'
import { peersInPlane } from './same-plane.ts'
import type { Peer, PeerComparisonView } from './peer-store.ts'
import { peersOf, trackersOf } from './peer-store.ts'
import { soundRatedW, beyondRating } from '#domain/telemetry/shown-power.ts'
/** From there it is light enough to compare: W per kW rated, W per module. */
const LEAST = { inverter: 20, optimizer: 5 } as const

const sizeOf = (kind: string, { brand, model, rated_w: ratedW, shown_w: shownW }: Peer): number | null => {
  if (kind !== 'inverter') return modulesOfOptimizer(brand, model) ?? 1
  const sound = soundRatedW(ratedW, shownW)
  return sound === null ? null : sound / 1000
}
/** It is compared by its rating, and its counter outruns that. */
const isInDoubt = (kind: string, { rated_w: ratedW, shown_w: shownW }: Peer): boolean =>
  kind === 'inverter' && beyondRating(shownW, { ratedW }) !== null

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
