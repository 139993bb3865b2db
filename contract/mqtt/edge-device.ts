import { reportedKinds } from '#domain/devices/kinds.ts'
import { MAPPED_DEVICES_MAX, MAPPED_VALUES_MAX, mappedTroubles } from '#domain/edges/topic-map.ts'
import * as z from 'zod/mini'
import { deviceSerial, maybe, measured, text, widestRegister } from './fields.ts'
import { topicMap } from './topic-map.ts'

/** Devices that one edge reads, and that one search may find. */
export const maxEdgeDevices = 100
/** Serials behind one address: a logger speaks for many. No source: chosen. */
export const maxSerialsOfDevice = 300

export const edgeDeviceId = text(36, 'Id of a device of the list')
export const deviceUrl = text(300, 'Address of the device, such as modbus-tcp://192.168.1.20:502?unit=1')
export const profileName = text(40, 'Profile to read it by; absent: found out')
export const sealedSecret = text(
  4000,
  "Password or token of the device, sealed to the edge's key: base64url of 32 bytes of an X25519 key made for this secret, 12 of a nonce, the ciphertext and 16 of its tag",
)

/** A device of the list of an edge. */
export const edgeDevice = z.object({
  id: edgeDeviceId,
  url: deviceUrl,
  profile: maybe(profileName),
  interval_s: measured(1, 3600, 'How often it is read, seconds'),
  secret: maybe(sealedSecret),
  map: maybe(topicMap),
})

/** What a search or a probe found at an address. */
export const foundDevice = z.object({
  url: deviceUrl,
  profile: profileName,
  brand: maybe(text(64, 'Brand')),
  model: maybe(text(64, 'Model')),
  devices: z
    .array(
      z.object({
        sn: z.nullable(deviceSerial),
        t: z.enum(reportedKinds).check(z.describe('Kind of device')),
        p: maybe(measured(-1e9, 1e9, 'Power now, W')),
        model: maybe(text(64, 'Model')),
      }),
    )
    .check(
      z.maxLength(maxSerialsOfDevice),
      z.describe('What stands behind the address; a serial of null = it says none'),
    ),
  mapped: maybe(
    z
      .array(
        z.object({
          value: z.nullable(measured(-widestRegister, widestRegister, 'As it would be told')),
          trouble: maybe(
            z
              .enum(mappedTroubles)
              .check(
                z.describe(
                  'silent: nothing was published there; retained: only what was kept before, of unknown age; no_json, no_place, no_number: what came is none, or has nothing there; too_large: no device can say so much',
                ),
              ),
          ),
        }),
      )
      .check(
        z.maxLength(MAPPED_DEVICES_MAX * MAPPED_VALUES_MAX),
        z.describe('Of a mapping: each of its values, in its order'),
      ),
  ),
})

export type EdgeDevice = z.infer<typeof edgeDevice>
export type FoundDevice = z.infer<typeof foundDevice>
export type MappedValue = NonNullable<NonNullable<FoundDevice['mapped']>>[number]
