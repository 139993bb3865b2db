import { reportedKinds } from '#domain/devices/kinds.ts'
import * as z from 'zod/mini'
import {
  boot,
  deviceSerial,
  maybe,
  measured,
  protocol,
  text,
  whole,
  type UnreadableSerial,
} from './fields.ts'

export const maxInventoryDevices = 1000

/** Who ends a limit when nobody renews it: the device, the gateway, or neither. */
export const reversions = ['device', 'gateway', 'none'] as const

const abilities = z.object({
  switch: maybe(z.object({})),
  restart: maybe(z.object({})),
  limit: maybe(
    z.object({
      min_pct: measured(0, 100, 'The lowest limit, % of rated power'),
      units: z.array(z.enum(['pct', 'w'])).check(z.minLength(1), z.maxLength(2)),
      reversion: z
        .enum(reversions)
        .check(z.describe('Who ends a limit that is not renewed: the device, the gateway, nobody')),
    }),
  ),
})

export const inventoryDevice = z.object({
  sn: deviceSerial,
  t: z.enum(reportedKinds).check(z.describe('Kind of device; shutdown = monitoring shutdown device')),
  parent: maybe(deviceSerial),
  string: maybe(whole(1, 1000, 'Number of the string, counted from 1')),
  pos: maybe(whole(1, 1000, 'Position within the string, counted from 1')),
  brand: maybe(text(64, 'Brand')),
  model: maybe(text(64, 'Model')),
  sw: maybe(text(64, 'Software version')),
  hw: maybe(text(64, 'Hardware version')),
  rated_w: maybe(measured(0, 100_000_000, 'Rated power, W')),
  mppt: maybe(whole(0, 1000, 'Number of MPP trackers')),
  strings: maybe(whole(0, 1000, 'Number of strings')),
  can: maybe(abilities.check(z.describe('Commands it takes; absent: not said'))),
})

/** All devices behind the gateway; retained, sent at birth and whenever it changes. */
export const inventory = z.object({
  v: protocol,
  boot,
  rev: whole(0, Number.MAX_SAFE_INTEGER, 'Grows with every change of the list'),
  devices: z.array(inventoryDevice).check(z.maxLength(maxInventoryDevices)),
})

export type InventoryDevice = z.infer<typeof inventoryDevice>
/** `unreadable`: of the entries that were left out for their serials. */
export type Inventory = z.infer<typeof inventory> & { unreadable?: readonly UnreadableSerial[] }
