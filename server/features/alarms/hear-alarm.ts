import { randomUUID } from 'node:crypto'
import type { AlarmCleared, AlarmEvent, AlarmRaised, AlarmSync } from '#contract/mqtt/alarm.ts'
import { isOwnCode } from '#domain/alarms/alarm-kinds.ts'
import { afterEvent, levelNumber } from '#domain/alarms/alarm-states.ts'
import { endOf } from '#domain/alarms/end-time.ts'
import { endsBySync, judgeClear, judgeRaise, occurredAt, partsOfAlarmId } from '#domain/alarms/signals.ts'
import { serialKey } from '#domain/devices/fields.ts'
import { transact } from '../../platform/db/open.ts'
import { gatewayBySerial } from '../devices/device-store.ts'
import { lockLink } from '../devices/gateway-link-store.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import {
  activeSignals,
  closeAlarm,
  closeAway,
  countOccurrence,
  deviceBehind,
  endItem,
  insertAlarm,
  markOver,
  putItem,
  saveSignal,
  signalOf,
  type Subject,
} from './alarm-store.ts'
import { joinGridFault, lockBelonging, takeOver } from './join-alarms.ts'
import { quarantineReported } from '../devices/quarantine-store.ts'

/** `old`: said before, or by a boot that is not in force. `foreign`: about a device that is not behind this gateway. */
export type AlarmOutcome = 'applied' | 'old' | 'foreign'

type Gateway = { id: string; sn: string }
type Found = { outcome: AlarmOutcome; stations: Set<string> }
/** What a gateway says late it says at once: that it came back may be the next message. No source: chosen. */
const LATE_MS = 60_000
const nothing = (outcome: AlarmOutcome): Found => ({ outcome, stations: new Set() })

const subjectOf = async (trx: Db, gateway: Gateway, aid: string, arrivedAt: number) => {
  const parts = partsOfAlarmId(aid)
  // What our rules raise no gateway can raise, nor end.
  if (parts === null || isOwnCode(parts.code)) return null
  const device = await deviceBehind(trx, gateway.id, parts.sn)
  if (device) {
    const subject: Subject = { deviceId: device.id, code: parts.code, instance: parts.instance }
    return { device, subject }
  }
  const stranger = { sn: parts.sn, snKey: serialKey(parts.sn), reason: 'not_a_child' as const }
  await quarantineReported(trx, gateway.id, [stranger], arrivedAt)
  return null
}

const raise = async (trx: Db, gateway: Gateway, event: AlarmRaised, arrivedAt: number): Promise<Found> => {
  const parts = partsOfAlarmId(event.aid)
  if (parts === null || serialKey(parts.sn) !== serialKey(event.sn) || parts.code !== event.code)
    return nothing('foreign')
  const found = await subjectOf(trx, gateway, event.aid, arrivedAt)
  if (found === null) return nothing('foreign')
  const { device, subject } = found
  const at = occurredAt(event.ts, arrivedAt)
  const known = await signalOf(trx, subject)
  const verdict = judgeRaise(known, { boot: event.boot, seq: event.seq, ts: at })
  if (verdict === 'old') return nothing('old')
  const ts = Math.max(at, known?.boot === event.boot ? at : (known?.ts ?? at))
  await saveSignal(trx, subject, { active: true, boot: event.boot, seq: event.seq, ts })
  if (verdict === 'repeat') return nothing('old')
  const occurrence = { at, level: levelNumber(event.lvl), readings: event.ctx ?? null }
  // What was over and stayed away for its end time is another alarm, also when nobody has closed it yet.
  const closed = await closeAway(trx, gateway.id, at)
  const own = await lockBelonging(trx, subject)
  const taken = own === null ? await takeOver(trx, subject) : null
  const belonging = own ?? (taken === null ? await joinGridFault(trx, subject) : null)
  const open = belonging?.alarm ?? taken
  const id = open?.id ?? randomUUID()
  if (open) await countOccurrence(trx, id, occurrence)
  else
    await insertAlarm(
      trx,
      {
        id,
        station_id: device.station_id,
        device_id: device.id,
        device_kind: device.kind,
        code: event.code,
        createdAt: arrivedAt,
      },
      occurrence,
    )
  await putItem(trx, id, belonging?.instance ?? subject.instance, occurrence)
  return { outcome: 'applied', stations: new Set([device.station_id, ...closed]) }
}

/**
 * An instance is over since `at`; with the last one so is the alarm, and closes by itself when its end time has passed.
 * Gives its station when something changed.
 */
export const end = async (trx: Db, subject: Subject, at: number, now: number): Promise<string | null> => {
  const belonging = await lockBelonging(trx, subject)
  if (belonging === null) return null
  const { alarm: open, instance } = belonging
  const over = endOf(
    { code: open.code, occurredAt: open.occurred_at },
    await endItem(trx, open.id, instance, at),
  )
  const after = afterEvent(open.status, 'ended')
  if (over === null || after === null || after.closeType === 'not_operated') return open.station_id
  if (over.closesAt > over.clearedAt)
    await markOver(trx, open.id, { ...over, closesAt: Math.max(over.closesAt, now + LATE_MS) })
  else await closeAlarm(trx, open.id, { closeType: after.closeType, at: over.clearedAt })
  return open.station_id
}

const clear = async (trx: Db, gateway: Gateway, event: AlarmCleared, arrivedAt: number): Promise<Found> => {
  const found = await subjectOf(trx, gateway, event.aid, arrivedAt)
  if (found === null) return nothing('foreign')
  const { subject } = found
  const at = occurredAt(event.ts, arrivedAt)
  const verdict = judgeClear(await signalOf(trx, subject), { boot: event.boot, seq: event.seq, ts: at })
  if (verdict === 'old') return nothing('old')
  await saveSignal(trx, subject, { active: false, boot: event.boot, seq: event.seq, ts: at })
  const station = verdict === 'ends' ? await end(trx, subject, at, arrivedAt) : null
  return { outcome: 'applied', stations: new Set(station === null ? [] : [station]) }
}

const nameOf = (snKey: string, { code, instance }: Subject): string => `${snKey}:${code}:${instance}`

const sync = async (trx: Db, gateway: Gateway, event: AlarmSync, arrivedAt: number): Promise<Found> => {
  const goesOn = new Set(
    event.active.flatMap((aid) => {
      const parts = partsOfAlarmId(aid)
      return parts ? [nameOf(serialKey(parts.sn), { ...parts, deviceId: '' })] : []
    }),
  )
  const stations = new Set<string>()
  for (const signal of await activeSignals(trx, gateway.id)) {
    if (goesOn.has(nameOf(signal.snKey, signal)) || !endsBySync(signal, event)) continue
    // Since when it was over is not known: the instant of what was said last stays, for what is said again.
    await saveSignal(trx, signal, { active: false, boot: event.boot, seq: event.seq, ts: signal.ts })
    const station = await end(trx, signal, arrivedAt, arrivedAt)
    if (station !== null) stations.add(station)
  }
  return { outcome: 'applied', stations }
}

/**
 * What a gateway says of faults becomes alarms. Takes the same message again without effect, also through several
 * servers; what a boot says that is not the one in force is old and raises nothing.
 */
export const hearAlarm = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  gatewaySn: string,
  event: AlarmEvent,
  arrivedAt: number,
): Promise<AlarmOutcome> => {
  const { outcome, stations } = await transact(db, async (trx) => {
    const gateway = await gatewayBySerial(trx, gatewaySn)
    if (!gateway) return nothing('old')
    const link = await lockLink(trx, gateway.id)
    if (link.boot !== event.boot) return nothing('old')
    if (event.ev === 'raise') return raise(trx, gateway, event, arrivedAt)
    return event.ev === 'clear' ? clear(trx, gateway, event, arrivedAt) : sync(trx, gateway, event, arrivedAt)
  })
  for (const stationId of stations) changeEvents.tell({ type: 'changed', stationId, what: 'alarms' })
  return outcome
}
