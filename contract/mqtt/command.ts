import * as z from 'zod/mini'
import {
  deviceUrl,
  edgeDeviceId,
  foundDevice,
  maxEdgeDevices,
  profileName,
  sealedSecret,
} from './edge-device.ts'
import {
  deviceSerial,
  instant,
  maybe,
  measured,
  messageId,
  protocol,
  rawValues,
  text,
  whole,
} from './fields.ts'
import { topicMap } from './topic-map.ts'

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

/** The shortest and the longest time after which a limit ends by itself unless it is renewed, seconds. */
export const reversionSeconds = { min: 60, max: 7 * 86_400 }
const reversion = {
  rvrt_s: maybe(
    measured(
      reversionSeconds.min,
      reversionSeconds.max,
      'The limit ends after as many seconds unless it is given again; absent: the gateway decides',
    ),
  ),
}
const none = z.optional(z.never())
/** Exactly one of the two. */
const limitArguments = z.union([
  z.object({ pct: measured(0, 100, 'Share of rated power, %'), w: none, ...reversion }),
  z.object({ w: measured(0, 100_000_000, 'Power, W'), pct: none, ...reversion }),
])

/** The private networks a search is held to. */
export const maxRanges = 8
export const maxDiagnosedRegisters = 125
export const maxLines = 200
const cidr = z
  .string()
  .check(
    z.regex(/^\d{1,3}(\.\d{1,3}){3}\/\d{1,2}$/),
    z.describe('Range of IPv4 addresses, such as 192.168.1.0/24'),
  )

const diagnoseArguments = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('read').check(z.describe('Registers of a device of the list, as they are')),
    device: edgeDeviceId,
    table: z.enum(['holding', 'input']),
    address: whole(0, 65_535, 'The first register, counted from 0'),
    count: whole(1, maxDiagnosedRegisters, 'Registers'),
  }),
  z.object({
    what: z.literal('log').check(z.describe("The last lines of the gateway's own log")),
    lines: whole(1, maxLines, 'Lines'),
  }),
  z.object({
    what: z.literal('probe').check(z.describe('One reading of an address that need not be in the list')),
    url: deviceUrl,
    profile: maybe(profileName),
    secret: maybe(sealedSecret),
    map: maybe(topicMap),
  }),
])

/** A command. A repeated id is answered with the stored result, never carried out twice. Never retained. */
export const commandRequest = z.discriminatedUnion('op', [
  z.object({ ...envelope, op: z.literal('switch'), args: z.object({ on: z.boolean() }) }),
  z.object({
    ...envelope,
    op: z.literal('limit'),
    args: limitArguments,
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
  z.object({
    ...envelope,
    op: z.literal('discover'),
    args: z.object({
      ranges: maybe(
        z
          .array(cidr)
          .check(
            z.maxLength(maxRanges),
            z.describe('Where to search; absent: the private networks it stands in'),
          ),
      ),
    }),
  }),
  z.object({ ...envelope, op: z.literal('diagnose'), args: diagnoseArguments }),
])

const stage = { v: protocol, id: messageId, ts: maybe(instant('Clock of the gateway')) }

export const commandResult = z.object({
  sn: deviceSerial,
  ok: z.boolean(),
  code: maybe(text(64, 'Why it did not work')),
  after: maybe(rawValues('What the device reads afterwards')),
})

const found = z
  .array(foundDevice)
  .check(z.maxLength(maxEdgeDevices), z.describe('What was found so far, whole'))
const results = z.array(commandResult).check(z.maxLength(maxCommandTargets))

/** Who ended a limit: the device by its own time, the gateway when that was over, or at its start when it came late. */
export const limitEnders = ['device', 'gateway', 'restart'] as const

export const commandRejections = ['busy', 'unknown_target', 'expired', 'unsupported'] as const

export const commandResponse = z.discriminatedUnion('stage', [
  z.object({ ...stage, stage: z.literal('accepted') }),
  z.object({
    ...stage,
    stage: z.literal('done'),
    results,
    found: maybe(found),
    lines: maybe(
      z
        .array(text(300, 'A line of text'))
        .check(z.maxLength(maxLines), z.describe('What `diagnose` was asked for')),
    ),
  }),
  z.object({
    ...stage,
    stage: z.literal('progress'),
    done: whole(0, 1_000_000, 'Steps behind it'),
    total: whole(0, 1_000_000, 'Steps in all, as far as known'),
    tried: text(200, 'What is being tried, for a person'),
    found,
  }),
  z.object({
    ...stage,
    stage: z.literal('ended').check(z.describe('A limit is over: after `done`, under the id of its command')),
    by: z.enum(limitEnders),
    results: maybe(results),
  }),
  z.object({ ...stage, stage: z.literal('rejected'), code: z.enum(commandRejections) }),
])

export type CommandRequest = z.infer<typeof commandRequest>
export type CommandOperation = CommandRequest['op']
export type CommandResult = z.infer<typeof commandResult>
export type CommandResponse = z.infer<typeof commandResponse>
/** What decides a command; the other stages tell how it goes on. */
export type CommandAnswer = Exclude<CommandResponse, { stage: 'progress' | 'ended' }>
