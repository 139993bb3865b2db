import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { AlarmStatus, CloseType } from '#domain/alarms/alarm-states.ts'
import { type AlarmEnd, type AlarmPart, END_TIME_MS } from '#domain/alarms/end-time.ts'
import type { Signal } from '#domain/alarms/signals.ts'
import { serialKey } from '#domain/devices/fields.ts'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import type { AlarmTable } from '../../platform/db/tables/alarms.ts'
import type { Db } from '../../platform/db/handle.ts'

export type AlarmRow = Selectable<AlarmTable>
/** One instance of one code on one device. */
export type Subject = { deviceId: string; code: string; instance: string }

/** A device by serial: the gateway itself, or one behind it. */
export const deviceBehind = async (
  db: Db,
  gatewayId: string,
  sn: string,
): Promise<{ id: string; kind: DeviceKind; station_id: string } | undefined> =>
  db
    .selectFrom('device')
    .select(['id', 'kind', 'station_id'])
    .where('sn_key', '=', serialKey(sn))
    .where('removed_at', 'is', null)
    .where((eb) => eb.or([eb('id', '=', gatewayId), eb('gateway_id', '=', gatewayId)]))
    .executeTakeFirst()

/** What was heard last of an instance. The gateway's link is locked, so nobody else writes it. */
export const signalOf = async (trx: Db, { deviceId, code, instance }: Subject): Promise<Signal | null> =>
  (await trx
    .selectFrom('alarm_signal')
    .select(['active', 'boot', 'seq', 'ts'])
    .where('device_id', '=', deviceId)
    .where('code', '=', code)
    .where('instance', '=', instance)
    .executeTakeFirst()) ?? null

export const saveSignal = async (trx: Db, subject: Subject, signal: Signal): Promise<void> => {
  const values = {
    active: signal.active,
    boot: signal.boot,
    seq: signal.seq,
    ts: new Date(signal.ts),
  }
  await trx
    .insertInto('alarm_signal')
    .values({ device_id: subject.deviceId, code: subject.code, instance: subject.instance, ...values })
    .onConflict((conflict) => conflict.columns(['device_id', 'code', 'instance']).doUpdateSet(values))
    .execute()
}

/** What goes on behind a gateway, as far as it has said. */
export const activeSignals = async (
  trx: Db,
  gatewayId: string,
): Promise<(Subject & Signal & { snKey: string })[]> => {
  const rows = await trx
    .selectFrom('alarm_signal')
    .innerJoin('device', 'device.id', 'alarm_signal.device_id')
    .select(['device_id', 'device.sn_key', 'code', 'instance', 'active', 'boot', 'seq', 'ts'])
    .where('active', '=', true)
    .where('device.removed_at', 'is', null)
    .where((eb) => eb.or([eb('device.id', '=', gatewayId), eb('device.gateway_id', '=', gatewayId)]))
    .orderBy('device_id')
    .orderBy('code')
    .orderBy('instance')
    .execute()
  return rows.map(({ device_id: deviceId, sn_key: snKey, ...rest }) => ({ deviceId, snKey, ...rest }))
}

/** The open alarm of a code on a device, locked until the end of the transaction. */
export const lockOpenAlarm = async (
  trx: Db,
  { deviceId, code }: Pick<Subject, 'deviceId' | 'code'>,
): Promise<AlarmRow | undefined> =>
  trx
    .selectFrom('alarm')
    .selectAll()
    .where('device_id', '=', deviceId)
    .where('code', '=', code)
    .where('status', '<>', 'closed')
    .forUpdate()
    .executeTakeFirst()

export type Occurrence = { at: number; level: number; readings: Record<string, unknown> | null }

export const insertAlarm = async (
  trx: Db,
  alarm: Pick<AlarmRow, 'id' | 'station_id' | 'device_id' | 'device_kind' | 'code'> & { createdAt: number },
  { at, level }: Occurrence,
): Promise<void> => {
  const { createdAt, ...columns } = alarm
  await trx
    .insertInto('alarm')
    .values({
      ...columns,
      level,
      status: 'unsolved',
      created_at: new Date(createdAt),
      first_at: new Date(at),
      occurred_at: new Date(at),
    })
    .execute()
}

/** One more occurrence of what is open: it counts, it moves the time, it can only get worse, it is not over after all. */
export const countOccurrence = async (trx: Db, alarmId: string, { at, level }: Occurrence): Promise<void> => {
  await trx
    .updateTable('alarm')
    .set((eb) => ({
      count: eb('count', '+', 1),
      level: eb.fn<number>('least', ['level', eb.val(level)]),
      occurred_at: sql<Date>`greatest(occurred_at, ${new Date(at)}::timestamptz)`,
      first_at: sql<Date>`least(first_at, ${new Date(at)}::timestamptz)`,
      cleared_at: null,
      closes_at: null,
    }))
    .where('id', '=', alarmId)
    .execute()
}

export const putItem = async (
  trx: Db,
  alarmId: string,
  instance: string,
  { at, readings }: Occurrence,
): Promise<void> => {
  const told = readings === null ? null : JSON.stringify(readings)
  await sql`
    INSERT INTO alarm_item AS i (alarm_id, instance, first_at, last_at, readings)
    VALUES (${alarmId}, ${instance}, ${new Date(at)}, ${new Date(at)}, ${told}::jsonb)
    ON CONFLICT (alarm_id, instance) DO UPDATE SET count = i.count + 1, cleared_at = NULL,
      last_at = greatest(i.last_at, excluded.last_at), readings = coalesce(excluded.readings, i.readings)`.execute(
    trx,
  )
}

/** Notes the end of an instance; gives what the alarm consists of, with their ends. */
export const endItem = async (
  trx: Db,
  alarmId: string,
  instance: string,
  at: number,
): Promise<AlarmPart[]> => {
  await trx
    .updateTable('alarm_item')
    .set({ cleared_at: new Date(at) })
    .where('alarm_id', '=', alarmId)
    .where('instance', '=', instance)
    .where('cleared_at', 'is', null)
    .execute()
  const parts = await trx
    .selectFrom('alarm_item')
    .select(['instance', 'cleared_at'])
    .where('alarm_id', '=', alarmId)
    .execute()
  return parts.map((part) => ({ instance: part.instance, clearedAt: part.cleared_at }))
}

/** All of an alarm is over; it closes later, unless it comes back. Its row is locked. */
export const markOver = async (trx: Db, alarmId: string, end: AlarmEnd): Promise<void> => {
  await trx
    .updateTable('alarm')
    .set({ cleared_at: new Date(end.clearedAt), closes_at: new Date(end.closesAt) })
    .where('id', '=', alarmId)
    .execute()
}

/** Closes what is over, at the moment it was; gives the stations. What somebody holds just now is left for the next time. */
const closeOver = async (trx: Db, those: RawBuilder<unknown>): Promise<string[]> => {
  const { rows } = await sql<{ station_id: string }>`
    UPDATE alarm SET status = 'closed', close_type = 'automatic_cleaning', closed_at = cleared_at
     WHERE id IN (
       SELECT id FROM alarm WHERE status <> 'closed' AND closes_at IS NOT NULL AND ${those}
        ORDER BY id FOR UPDATE SKIP LOCKED)
    RETURNING station_id`.execute(trx)
  return [...new Set(rows.map((row) => row.station_id))]
}

/** Whose time has come. */
export const closeDue = (trx: Db, now: number): Promise<string[]> =>
  closeOver(trx, sql`closes_at <= ${new Date(now)}::timestamptz`)

/** What had been over behind a gateway for its end time at `at`, by the gateway's clock. */
export const closeAway = (trx: Db, gatewayId: string, at: number): Promise<string[]> =>
  closeOver(
    trx,
    sql`cleared_at <= ${new Date(at - END_TIME_MS)}::timestamptz
        AND device_id IN (SELECT id FROM device WHERE id = ${gatewayId} OR gateway_id = ${gatewayId})`,
  )

/** Closes an alarm whose row is locked. */
export const closeAlarm = async (
  trx: Db,
  alarmId: string,
  end: { closeType: Exclude<CloseType, 'not_operated'>; at: number; by?: string; reason?: string },
): Promise<void> => {
  const closed: AlarmStatus = 'closed'
  await trx
    .updateTable('alarm')
    .set({
      status: closed,
      close_type: end.closeType,
      closed_at: new Date(end.at),
      closed_by: end.by ?? null,
      clear_reason: end.reason ?? null,
    })
    .where('id', '=', alarmId)
    .execute()
}

export const saveAlarmStatus = async (
  trx: Db,
  alarmId: string,
  status: 'unsolved' | 'processing',
): Promise<void> => {
  await trx.updateTable('alarm').set({ status }).where('id', '=', alarmId).execute()
}
