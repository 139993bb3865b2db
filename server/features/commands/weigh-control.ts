import { isTail, needsSecond, WORK_SHOWN } from '#domain/commands/control-limits.ts'
import { type ControlAct, mayGoDespite } from '#domain/commands/control-ops.ts'
import { cannot, canOf } from '#domain/commands/power-limits.ts'
import type { Reach } from '#domain/commands/control-reach.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { Who } from '../accounts/who.ts'
import type { DeviceNow } from '../devices/device-store.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { RefusalDetail } from '../../platform/refusal.ts'
import type { StationRow } from '../stations/station-store.ts'
import { controlledInHour } from './control-store.ts'
import { type Chosen, reachOfTargets, targetsFor, type Targets } from './control-targets.ts'
import { type Moved, movedAlone } from './moved-alone.ts'
import { inTheWay, type WorkThere } from './who-works-there.ts'
import { lockStationRow } from '../stations/find-stations.ts'

export type Act = ControlAct | { op: 'read' }
export type Weighed = Targets & {
  reach: Reach
  work: WorkThere[]
  mayGoDespite: boolean
  /** The device whose serial is typed to confirm. */
  confirm: { kind: DeviceNow['kind']; sn: string; name: string } | null
  second: boolean
  /** The larger of what one person moves alone within the hour and what is moved so at the station, this act included. */
  inHour: Moved
  leftThisHour: number
}

type Weighing = {
  context: Pick<Context, 'control'>
  who: Who
  now: number
  station: StationRow
  act: Act
  chosen: Chosen
}

/** One device confirms itself. Several are confirmed by the gateway that most of them hang behind. */
const confirmBy = (targets: readonly DeviceNow[]): Weighed['confirm'] => {
  const [first, ...others] = targets
  if (!first) return null
  if (others.length === 0) return { kind: first.kind, sn: first.sn, name: first.name }
  const groups = [
    ...Map.groupBy(targets, (row) => (row.kind === 'gateway' ? row.sn : row.gateway_sn)).entries(),
  ]
    .flatMap(([sn, rows]) => (sn === null ? [] : [{ sn, rows }]))
    .toSorted((a, b) => b.rows.length - a.rows.length || (a.sn < b.sn ? -1 : 1))
  const [most] = groups
  const named = most?.rows.find(({ kind }) => kind !== 'gateway')
  return most
    ? { kind: 'gateway', sn: most.sn, name: named?.gateway_name ?? most.rows[0]?.name ?? '' }
    : { kind: first.kind, sn: first.sn, name: first.name }
}

/**
 * What an act would reach and what stands in its way, as it is at `now`. In a transaction that goes on to carry it out,
 * `lock` counts the hour of the person and of the station so that two calls at once count each other, and holds off
 * whoever is about to check in at the station until this is done.
 */
export const weighControl = async (
  db: Db,
  { context, who, now, station, act, chosen }: Weighing,
  lock = false,
): Promise<Weighed> => {
  const { limits, whoWorksThere } = context.control
  if (lock && act.op !== 'read') await lockStationRow(db, station.id)
  const found = await targetsFor(db, station.id, act.op, chosen)
  const ids = found.targets.map(({ id }) => id)
  const reads = act.op === 'read'
  const used = reads ? 0 : await controlledInHour(db, who.accountId, now, lock)
  const reach = reads ? { ratedW: 0, powerW: 0 } : await reachOfTargets(db, station, found.targets, now)
  const moved = reads
    ? []
    : Object.values(await movedAlone(db, { accountId: who.accountId, station, targets: found.targets }, now))
  const kinds = found.targets.map(({ kind }) => kind)
  return {
    ...found,
    reach,
    work: reads || ids.length === 0 ? [] : await whoWorksThere(db, station.id, ids, who.accountId, now),
    mayGoDespite: mayGoDespite(act, kinds),
    confirm: confirmBy(found.targets),
    second: moved.some(({ devices, ratedW }) => needsSecond(devices, ratedW, limits)),
    inHour: {
      devices: Math.max(0, ...moved.map(({ devices }) => devices)),
      ratedW: Math.max(0, ...moved.map(({ ratedW }) => ratedW)),
    },
    leftThisHour: Math.max(0, limits.perHour - used),
  }
}

type Objection = { code: ErrorCode; detail: RefusalDetail }

/** The first thing that stands in the way; null when nothing does. */
export const objectionTo = (
  weighed: Weighed,
  given: { act: Act; tail: string | null; despite: boolean; limits: Context['control']['limits'] },
): Objection | null => {
  const { targets, unable } = weighed
  const work = inTheWay(weighed.work)
  const { act, tail, despite, limits } = given
  const field = 'deviceIds'
  if (targets.length === 0)
    return { code: unable > 0 ? 'op_unsupported' : 'select_device_first', detail: { field } }
  if (unable > 0) return { code: 'op_unsupported', detail: { field } }
  if (targets.length > limits.perCall)
    return { code: 'too_many_devices', detail: { field, current: { limit: limits.perCall } } }
  if (act.op === 'read') return null
  const lacks = targets.map((row) => cannot(act, canOf(row.can), row.rated_w)).find((code) => code !== null)
  if (lacks) return { code: lacks, detail: { field } }
  if (targets.length > weighed.leftThisHour)
    return {
      code: 'too_many_this_hour',
      detail: { retryAfterS: 3600, current: { limit: limits.perHour, left: weighed.leftThisHour } },
    }
  if (work.length > 0 && !(despite && weighed.mayGoDespite))
    return {
      code: 'people_at_work',
      detail: { current: { work: work.slice(0, WORK_SHOWN), mayGoDespite: weighed.mayGoDespite } },
    }
  if (tail !== null && !isTail(tail, weighed.confirm?.sn ?? ''))
    return { code: 'tail_differs', detail: { field: 'tail' } }
  return null
}
