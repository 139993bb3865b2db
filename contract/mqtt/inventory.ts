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
