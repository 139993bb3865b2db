import * as z from 'zod/mini'
import { alarmEvent } from './alarm.ts'
import { commandResponse } from './command.ts'
import { configAck } from './config.ts'
import { deviceSerial, type UnreadableSerial } from './fields.ts'
import { firmwareGet, firmwareProgress } from './firmware.ts'
import { linkDevice, links } from './links.ts'
import { foundDevice } from './edge-device.ts'
import { inventory, inventoryDevice } from './inventory.ts'
import { quickTelemetry } from './quick-telemetry.ts'
import { status } from './status.ts'
import { telemetry, telemetryItem } from './telemetry.ts'
import { type ChannelFromGateway, maxMessageBytes } from './topics.ts'

export const gatewayMessages = {
  status,
  inv: inventory,
  tele: telemetry,
  alarm: alarmEvent,
  'cfg/ack': configAck,
  'cmd/res': commandResponse,
  links,
  'ota/get': firmwareGet,
  'ota/progress': firmwareProgress,
} as const satisfies Record<ChannelFromGateway, z.core.$ZodType>

export type GatewayMessage<C extends ChannelFromGateway> = z.infer<(typeof gatewayMessages)[C]>

/** Why a message was not understood. Each is counted under its name. */
export type DecodeFailure = 'too_large' | 'not_utf8' | 'not_json' | 'not_contract'

export type Decoded<C extends ChannelFromGateway> =
  | { ok: true; message: GatewayMessage<C>; itemsRejected: number }
  | { ok: false; reason: DecodeFailure }

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** In these, one bad entry costs itself and not its neighbours. */
const lists: Partial<Record<ChannelFromGateway, { key: string; item: z.core.$ZodType }>> = {
  tele: { key: 'd', item: telemetryItem },
  inv: { key: 'devices', item: inventoryDevice },
  links: { key: 'devices', item: linkDevice },
  'cmd/res': { key: 'found', item: foundDevice },
}

const serialLongest = 32
/** What of a message was left out because its serial cannot be one: whoever looks for a device finds it by this. */
function unreadableIn(items: readonly unknown[]): UnreadableSerial[] {
  const found = new Map<string, number>()
  for (const item of items) {
    const said: unknown = typeof item === 'object' && item !== null ? Reflect.get(item, 'sn') : null
    if (typeof said !== 'string' || z.safeParse(deviceSerial, said).success) continue
    const sn = said.replaceAll('\0', '').trim().slice(0, serialLongest).toWellFormed()
    if (sn !== '') found.set(sn, (found.get(sn) ?? 0) + 1)
  }
  return [...found].map(([sn, count]) => ({ sn, count }))
}

type Rest = { body: unknown; itemsRejected: number; unreadable: UnreadableSerial[] }

function dropBadItems(channel: ChannelFromGateway, body: unknown): Rest {
  const whole = { body, itemsRejected: 0, unreadable: [] }
  const list = lists[channel]
  if (list === undefined || typeof body !== 'object' || body === null) return whole
  const items: unknown = Reflect.get(body, list.key)
  if (!Array.isArray(items)) return whole
  const good = items.filter((item) => z.safeParse(list.item, item).success)
  const kept = new Set<unknown>(good)
  const bad = items.filter((item) => !kept.has(item))
  return {
    body: { ...body, [list.key]: good },
    itemsRejected: items.length - good.length,
    unreadable: unreadableIn(bad),
  }
}

/**
 * Bytes from a gateway to a message of the contract. Never throws, whatever the bytes are. `itemsRejected` counts
 * the telemetry items or inventory entries that were left out because they break the contract on their own.
 */
export function decode<C extends ChannelFromGateway>(channel: C, payload: Uint8Array): Decoded<C> {
  if (payload.length > maxMessageBytes) return { ok: false, reason: 'too_large' }
  let json: string
  try {
    json = utf8.decode(payload)
  } catch {
    return { ok: false, reason: 'not_utf8' }
  }
  let body: unknown
  try {
    body = JSON.parse(json)
  } catch {
    return { ok: false, reason: 'not_json' }
  }
  const quick = channel === 'tele' ? quickTelemetry(body) : null
  if (quick !== null) return { ok: true, message: quick as GatewayMessage<C>, itemsRejected: 0 }
  const schema: z.core.$ZodType = gatewayMessages[channel]
  const whole = z.safeParse(schema, body)
  if (whole.success) return { ok: true, message: whole.data as GatewayMessage<C>, itemsRejected: 0 }
  const partial = dropBadItems(channel, body)
  if (partial.itemsRejected === 0) return { ok: false, reason: 'not_contract' }
  const rest = z.safeParse(schema, partial.body)
  if (!rest.success) return { ok: false, reason: 'not_contract' }
  const { itemsRejected, unreadable } = partial
  const message = unreadable.length === 0 ? rest.data : Object.assign(rest.data as object, { unreadable })
  return { ok: true, message: message as GatewayMessage<C>, itemsRejected }
}

/** A message of the server or of a simulated gateway, as bytes. */
export function encode(message: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(message))
}
