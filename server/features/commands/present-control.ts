import { byKind, deviceKinds } from '#domain/devices/kinds.ts'
import type * as z from 'zod/mini'
import type { controlDetail, controlPreview, controlRow } from '#contract/http/control.ts'
import type { CommandOutcome } from '#domain/commands/command-states.ts'
import { canOf } from '#domain/commands/power-limits.ts'
import { manages } from '../accounts/managing.ts'
import { may, type Who } from '../accounts/who.ts'
import { stateNow } from '../devices/device-state-now.ts'
import type { DeviceNow } from '../devices/device-store.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { ShownControl } from './control-store.ts'
import { noOutcomes, outcomeCounts } from './find-command-targets.ts'
import { namedDevices, openCommandsOf } from './control-store.ts'
import { plain, presentCommands, presentTargets } from './present-command.ts'
import type { ControlContext } from './send-control.ts'
import type { Weighed } from './weigh-control.ts'
import { commandsOfBatch } from './find-shown-commands.ts'
import type { Hand } from '#domain/commands/independent.ts'
import { areIndependent } from '#domain/commands/independent.ts'
import { accountChangesOfDay } from './find-account-changes.ts'
import { WORK_SHOWN } from '#domain/commands/control-limits.ts'

export type ControlView = z.output<typeof controlRow>
type ControlDetail = z.output<typeof controlDetail>
type Counts = ControlView['counts']

/** How many devices of each act came to which of the four words. */
const countsOf = async (db: Db, rows: readonly ShownControl[]): Promise<Map<string, Counts>> => {
  const ids = rows.map(({ id }) => id)
  const counts = await outcomeCounts(db, 'act', ids)
  for (const row of rows) {
    const of = counts.get(row.id)
    if (!of || row.state !== 'sent') continue
    // What hangs behind no gateway got no command.
    of.fail += row.device_ids.length - (of.success + of.fail + of.in_progress + of.abnormal)
  }
  return counts
}

const stateAt = (row: ShownControl, now: number): ControlView['state'] =>
  row.state === 'waiting' && row.expires_at !== null && row.expires_at <= now ? 'expired' : row.state

const viewOf = (
  row: ShownControl,
  counts: Counts,
  { who, now, hands }: { who: Who; now: number; hands: readonly Hand[] },
): ControlView => {
  const state = stateAt(row, now)
  const mayRefuse =
    state === 'waiting' &&
    row.asked_by !== who.accountId &&
    may(who, 'device:control:send') &&
    manages(who, row)
  return {
    id: row.id,
    station: { id: row.station_id, name: row.station_name, timeZone: row.time_zone },
    op: row.op,
    args: plain(row.args),
    state,
    despite: row.despite,
    askedBy: { id: row.asked_by, name: row.asked_by_name },
    askedAt: row.asked_at,
    expiresAt: row.expires_at,
    decidedBy: row.decided_by === null ? null : { id: row.decided_by, name: row.decided_by_name ?? '' },
    decidedAt: row.decided_at,
    remark: row.remark,
    retryOf: row.retry_of,
    ratedW: row.rated_w,
    total: row.device_ids.length,
    counts,
    mayDecide: mayRefuse && areIndependent(row.asked_by, who.accountId, hands),
    mayRefuse,
  }
}

export const presentControls = async (
  db: Db,
  rows: readonly ShownControl[],
  who: Who,
  now: number,
): Promise<ControlView[]> => {
  const waiting = rows.some((row) => stateAt(row, now) === 'waiting')
  const [counts, hands] = await Promise.all([countsOf(db, rows), waiting ? accountChangesOfDay(db, now) : []])
  return rows.map((row) => viewOf(row, counts.get(row.id) ?? noOutcomes(), { who, now, hands }))
}

/** One act with the result of each device; the scope is the caller's to have checked. */
export const presentControl = async (
  db: Db,
  row: ShownControl,
  who: Who,
  now: number,
): Promise<ControlDetail> => {
  const [[view], named, shown] = await Promise.all([
    presentControls(db, [row], who, now),
    namedDevices(db, row.device_ids),
    commandsOfBatch(db, row.id),
  ])
  if (!view) throw new Error(`no act ${row.id}`)
  const [commands, targets] = await Promise.all([presentCommands(db, shown), presentTargets(db, shown)])
  const told = new Map(
    [...targets].flatMap(([commandId, ofCommand]) =>
      ofCommand.map((target) => [target.deviceId, { ...target, commandId }] as const),
    ),
  )
  const nameOf = new Map(named.map((device) => [device.id, device]))
  const unsent: { outcome: CommandOutcome | null; code: string | null } =
    row.state === 'sent' ? { outcome: 'fail', code: 'no_gateway' } : { outcome: null, code: null }
  return {
    ...view,
    devices: row.device_ids.flatMap((id): ControlDetail['devices'] => {
      const device = nameOf.get(id)
      const target = told.get(id)
      if (!device) return []
      return [
        {
          deviceId: id,
          kind: device.kind,
          sn: device.sn,
          name: device.name,
          stringNo: device.string_no,
          position: device.position,
          commandId: target?.commandId ?? null,
          state: target?.state ?? null,
          outcome: target?.outcome ?? unsent.outcome,
          code: target ? target.code : unsent.code,
          after: target?.after ?? null,
          limit: target?.limit ?? null,
          settledAt: target?.settledAt ?? null,
        },
      ]
    }),
    commands,
  }
}

type Preview = z.output<typeof controlPreview>

/** Whether something sent now would reach it. */
const reachable = (row: DeviceNow): boolean =>
  (row.kind === 'gateway' || row.gateway_id !== null) && row.connected === true

export const presentPreview = async (
  db: Db,
  { control }: Pick<ControlContext, 'control'>,
  station: { time_zone: string },
  weighed: Weighed,
  now: number,
): Promise<Preview> => {
  const { targets, reach, work, confirm, second, leftThisHour, unable } = weighed
  const running = new Map(
    (
      await openCommandsOf(
        db,
        targets.map(({ id }) => id),
      )
    ).map((one) => [one.device_id, one]),
  )
  const count = (kind: DeviceNow['kind']): number => targets.filter((row) => row.kind === kind).length
  return {
    timeZone: station.time_zone,
    devices: targets.map((row) => {
      const { online, state, powerW } = stateNow(row, now)
      const open = running.get(row.id)
      return {
        deviceId: row.id,
        kind: row.kind,
        sn: row.sn,
        name: row.name,
        stringNo: row.string_no,
        position: row.position,
        online,
        state,
        powerW,
        ratedW: row.rated_w,
        can: canOf(row.can),
        gatewayId: row.kind === 'gateway' ? row.id : row.gateway_id,
        running: open ? { commandId: open.id, op: open.op, by: open.by, at: open.created_at } : null,
      }
    }),
    counts: byKind(deviceKinds, count),
    unable,
    offline: targets.filter((row) => !reachable(row)).length,
    ratedW: reach.ratedW,
    powerW: reach.powerW,
    // Whether it may be given was judged by all of them.
    work: work.slice(0, WORK_SHOWN),
    workTotal: work.length,
    mayGoDespite: weighed.mayGoDespite,
    confirm,
    second,
    inHour: weighed.inHour,
    limits: { ...control.limits, leftThisHour },
  }
}
