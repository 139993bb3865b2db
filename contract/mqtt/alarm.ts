import * as z from 'zod/mini'
import { boot, deviceSerial, instant, maybe, protocol, rawValues, seq } from './fields.ts'

/** `device:code:instance`; the instance tells strings, phases or trackers of one device apart. */
export const alarmId = z
  .string()
  .check(
    z.regex(/^[A-Za-z0-9._/-]{1,32}:[A-Za-z0-9._-]{1,32}:[A-Za-z0-9._-]{1,16}$/),
    z.describe('Alarm: device:code:instance'),
  )

export const reportedAlarmLevels = ['very_urgent', 'emergent', 'important', 'prompt'] as const
export const maxActiveAlarms = 500

export const alarmRaised = z.object({
  v: protocol,
  boot,
  seq,
  ev: z.literal('raise'),
  aid: alarmId,
  sn: deviceSerial,
  code: z
    .string()
    .check(
      z.regex(/^[A-Za-z0-9._-]{1,32}$/),
      z.describe(
        'Code of the fault, as text: maker.code, as makers count alike (sungrow.39); 2001 to 2111 alone are as listed',
      ),
    ),
  lvl: z.enum(reportedAlarmLevels),
  ts: instant('When it occurred'),
  ctx: maybe(rawValues('Readings that raised it')),
})

export const alarmCleared = z.object({
  v: protocol,
  boot,
  seq,
  ev: z.literal('clear'),
  aid: alarmId,
  ts: instant('When it ended'),
})

/** After each birth: everything still active. The server closes the rest as automatic cleaning. */
export const alarmSync = z.object({
  v: protocol,
  boot,
  seq,
  ev: z.literal('sync'),
  active: z.array(alarmId).check(z.maxLength(maxActiveAlarms)),
})

export const alarmEvent = z.discriminatedUnion('ev', [alarmRaised, alarmCleared, alarmSync])

export type AlarmRaised = z.infer<typeof alarmRaised>
export type AlarmCleared = z.infer<typeof alarmCleared>
export type AlarmSync = z.infer<typeof alarmSync>
export type AlarmEvent = z.infer<typeof alarmEvent>
