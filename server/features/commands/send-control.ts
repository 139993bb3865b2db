import { isDeepStrictEqual } from 'node:util'
import { APPROVAL_MS } from '#domain/commands/control-limits.ts'
import { argsOf } from '#domain/commands/control-ops.ts'
import { isLifting, LIMIT_USUAL_S, reversionOf, TIMER_S } from '#domain/commands/power-limits.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { auditOf, record, recordDone } from '../../platform/audit/audit.ts'
import { mustManage } from '../accounts/managing.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Caller } from '../accounts/who.ts'
import { transact } from '../../platform/db/open.ts'
import type { DeviceNow } from '../devices/device-store.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import { findStation } from '../stations/station-store.ts'
import type { Chosen } from './control-targets.ts'
import { writeLimits } from './limit-store.ts'
import { enqueue } from './outbox.ts'
import { type Act, objectionTo, weighControl } from './weigh-control.ts'
import { inTheWay } from './who-works-there.ts'
import { findControl, controlAt, insertControl } from './control-store.ts'

export type ControlContext = Pick<Context, 'db' | 'changeEvents' | 'commands' | 'control' | 'log'>
/** Devices of one command: what they read afterwards has to fit into one message. */
const PER_COMMAND = 100

export const argsFor = (act: Act): Record<string, number | boolean> => (act.op === 'read' ? {} : argsOf(act))

/**
 * Writes the commands of an act: one for each gateway and hundred devices, and one for each gateway that is meant
 * itself. Gives the gateways that have something to do. Devices behind no gateway get none.
 * @throws Refusal `command_running`: then nothing is written
 */
export const dispatch = async (
  trx: Db,
  control: { id: string; stationId: string; askedBy: string },
  act: Act,
  targets: readonly DeviceNow[],
  now: number,
): Promise<string[]> => {
  const groups = Map.groupBy(targets, (row) => (row.kind === 'gateway' ? `self ${row.id}` : row.gateway_id))
  const gateways = new Set<string>()
  for (const [key, rows] of groups) {
    if (key === null) continue
    const gatewayId = key.startsWith('self ') ? key.slice('self '.length) : key
    gateways.add(gatewayId)
    for (let at = 0; at < rows.length; at += PER_COMMAND) {
      const targets = rows.slice(at, at + PER_COMMAND)
      const id = await enqueue(trx, {
        stationId: control.stationId,
        gatewayId,
        op: act.op,
        args: { ...argsFor(act), ...timerOf(act, targets) },
        targets,
        createdBy: control.askedBy,
        now,
        batchId: control.id,
      })
      if (act.op === 'limit')
        await writeLimits(trx, { id, gatewayId, stationId: control.stationId }, act, targets, now)
    }
  }
  return [...gateways]
}

/** A brake that held is worth a line of its own: it may be the first sign of a stolen login. */
const brakes: readonly ErrorCode[] = [
  'too_many_devices',
  'too_many_this_hour',
  'people_at_work',
  'tail_differs',
  'same_person',
  'not_independent',
]
export const noteBrake = async (
  { db, log }: Pick<Context, 'db' | 'log'>,
  caller: Caller,
  about: { companyId: string; stationId: string; action: string; detail: Record<string, unknown> },
  error: unknown,
): Promise<void> => {
  if (!(error instanceof Refusal) || !brakes.includes(error.code)) return
  const { stationId, action, detail } = about
  log.warn(
    { account: caller.who.accountId, station: stationId, brake: error.code, ...detail },
    'control was held back',
  )
  await record(db, {
    ...auditOf(caller),
    companyId: about.companyId,
    action,
    objectKind: 'station',
    objectId: stationId,
    result: error.code,
    detail,
  })
}

/** The timer that devices or their gateway are to set, where any of them has one. */
const timerOf = (act: Act, targets: readonly DeviceNow[]): { rvrt_s?: number } => {
  if (act.op !== 'limit' || isLifting(act)) return {}
  const timed = targets.some((row) => reversionOf(row.can) !== 'server')
  return timed ? { rvrt_s: Math.min(act.for_s ?? LIMIT_USUAL_S, TIMER_S) } : {}
}

export type WantedControl = {
  /** The same whenever the same call comes again; then nothing is done a second time. */
  id: string
  stationId: string
  act: Act
  chosen: Chosen
  /** null = nothing to confirm: only of a reading. */
  tail: string | null
  despite: boolean
  retryOf: string | null
}

/**
 * Does what a person asks of devices: at once, or after a second person has said yes.
 * @throws Refusal `not_found`, `forbidden`, whatever `objectionTo` finds, `command_running`; `key_reused` when the id is
 * that of another act
 */
export const sendControl = async (
  context: ControlContext,
  caller: Caller,
  wanted: WantedControl,
): Promise<void> => {
  const { db, changeEvents, commands, control } = context
  const { who, now } = caller
  const { id, stationId, act, chosen, tail, despite, retryOf } = wanted
  const station = (await findStation(db, stationId, visibleStations(who, now))) ?? refuse('not_found')
  mustManage(who, station)
  const about = {
    companyId: station.company_id,
    stationId,
    action: 'control.send',
    detail: { op: act.op, named: chosen.deviceIds.length },
  }
  const gateways = await transact(db, async (trx) => {
    const done = await findControl(trx, id)
    if (done) {
      const same =
        done.station_id === stationId && done.op === act.op && isDeepStrictEqual(done.args, argsFor(act))
      return same ? [] : refuse('key_reused')
    }
    if (retryOf !== null) {
      const before = await controlAt(trx, stationId, retryOf)
      if (!before) refuse('not_found')
    }
    const weighed = await weighControl(trx, { context, who, now, station, act, chosen }, true)
    if (act.op === 'set' && act.report_s > station.report_min * 60)
      refuse('reporting_range', { field: 'act.report_s', current: { limit: station.report_min * 60 } })
    const objection = objectionTo(weighed, { act, tail, despite, limits: control.limits })
    if (objection !== null) refuse(objection.code, objection.detail)
    const { targets, second, reach } = weighed
    const work = inTheWay(weighed.work)
    await insertControl(trx, {
      id,
      station_id: stationId,
      op: act.op,
      args: JSON.stringify(argsFor(act)),
      device_ids: targets.map((row) => row.id),
      rated_w: reach.ratedW,
      despite: despite && work.length > 0,
      state: second ? 'waiting' : 'sent',
      asked_by: who.accountId,
      asked_at: new Date(now),
      expires_at: second ? new Date(now + APPROVAL_MS) : null,
      retry_of: retryOf,
    })
    const told = second
      ? []
      : await dispatch(trx, { id, stationId, askedBy: who.accountId }, act, targets, now)
    await recordDone(trx, caller, {
      companyId: station.company_id,
      action: second ? 'control.ask' : 'control.send',
      objectKind: 'control',
      objectId: id,
      detail: {
        op: act.op,
        ...argsFor(act),
        stationId,
        devices: targets.length,
        ratedW: reach.ratedW,
        ...(despite && work.length > 0 ? { despite: work.map(({ person }) => person.id) } : {}),
      },
    })
    return told
  }).catch(async (error: unknown) => {
    await noteBrake(context, caller, about, error)
    throw error
  })
  for (const gateway of gateways) commands.queued.tell(gateway)
  changeEvents.tell({ type: 'changed', stationId, what: 'commands' })
}
