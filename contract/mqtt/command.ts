import * as z from 'zod/mini'
import { deviceSerial, instant, maybe, measured, messageId, protocol, rawValues, text } from './fields.ts'

export const maxCommandTargets = 500

const envelope = {
  v: protocol,
  id: messageId,
  targets: z
    .array(deviceSerial)
    .check(z.maxLength(maxCommandTargets), z.describe('Devices concerned; empty = the gateway itself')),
  exp: instant('A gateway drops the command after this'),
}
const noArguments = z.object({})

/** A command. A repeated id is answered with the stored result, never carried out twice. Never retained. */
export const commandRequest = z.discriminatedUnion('op', [
  z.object({ ...envelope, op: z.literal('switch'), args: z.object({ on: z.boolean() }) }),
  z.object({
    ...envelope,
    op: z.literal('limit'),
    args: z.object({ pct: measured(0, 100, 'Share of rated power, %') }),
  }),
  z.object({ ...envelope, op: z.literal('restart'), args: noArguments }),
  z.object({ ...envelope, op: z.literal('activate'), args: noArguments }),
  z.object({ ...envelope, op: z.literal('scan'), args: noArguments }),
  z.object({ ...envelope, op: z.literal('read'), args: noArguments }),
  z.object({
    ...envelope,
    op: z.literal('replace'),
    args: z.object({ old: deviceSerial, new: deviceSerial }),
  }),
  z.object({
    ...envelope,
    op: z.literal('set'),
    args: z.object({ report_s: measured(1, 86_400, 'Reporting interval, seconds') }),
  }),
])

const stage = { v: protocol, id: messageId, ts: maybe(instant('Clock of the gateway')) }

export const commandResult = z.object({
  sn: deviceSerial,
  ok: z.boolean(),
  code: maybe(text(64, 'Why it did not work')),
  after: maybe(rawValues('What the device reads afterwards')),
})

export const commandRejections = ['busy', 'unknown_target', 'expired', 'unsupported'] as const

export const commandResponse = z.discriminatedUnion('stage', [
  z.object({ ...stage, stage: z.literal('accepted') }),
  z.object({
    ...stage,
    stage: z.literal('done'),
    results: z.array(commandResult).check(z.maxLength(maxCommandTargets)),
  }),
  z.object({ ...stage, stage: z.literal('rejected'), code: z.enum(commandRejections) }),
])

export type CommandRequest = z.infer<typeof commandRequest>
export type CommandOperation = CommandRequest['op']
export type CommandResult = z.infer<typeof commandResult>
export type CommandResponse = z.infer<typeof commandResponse>
