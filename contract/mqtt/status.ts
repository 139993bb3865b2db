import * as z from 'zod/mini'
import { boot, deviceSerial, instant, maybe, measured, protocol, text, whole } from './fields.ts'

const conn = whole(0, 4_294_967_295, 'Counts the connections within one boot')

/** First message of every connection, retained. */
export const birth = z.object({
  v: protocol,
  state: z.literal('online'),
  boot,
  conn,
  ts: instant('Clock of the gateway'),
  sn: maybe(deviceSerial),
  model: maybe(text(64, 'Model of the gateway')),
  sw: maybe(text(64, 'Software version')),
  hw: maybe(text(64, 'Hardware version')),
  soc: maybe(text(64, 'SOC version')),
  proto: maybe(whole(1, 1000, 'What the gateway speaks of this contract: 1, or 2 with what edges have')),
  net: maybe(
    z.object({
      mode: maybe(text(16, 'Network mode: 4g, wifi, ethernet, ...')),
      sim: maybe(text(32, 'SIM number (ICCID), as text')),
      csq: maybe(whole(0, 199, 'Signal quality as the modem says it: 0-31, 99 unknown')),
    }),
  ),
  report_s: maybe(measured(1, 86_400, 'Reporting interval in force, seconds')),
  queue: maybe(whole(0, Number.MAX_SAFE_INTEGER, 'Messages waiting to be back-filled')),
  edge: maybe(
    z
      .object({
        key: text(100, 'X25519 public key, base64url: secrets of its devices are sealed to it'),
        version: text(64, 'Version of the program'),
      })
      .check(z.describe('Said by an edge: it takes a list of devices, searches and diagnoses')),
  ),
})

/** The last will, and the same by hand before a planned end. One of another (boot, conn) is ignored. */
export const will = z.object({
  v: protocol,
  state: z.literal('offline'),
  boot,
  conn,
  reason: maybe(text(32, 'lwt for the last will; otherwise why the gateway went')),
})

export const status = z.discriminatedUnion('state', [birth, will])

export type Birth = z.infer<typeof birth>
export type Will = z.infer<typeof will>
export type Status = z.infer<typeof status>
