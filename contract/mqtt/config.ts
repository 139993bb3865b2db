import * as z from 'zod/mini'
import { edgeDevice, edgeDeviceId, maxEdgeDevices } from './edge-device.ts'
import { maybe, measured, protocol, text, whole } from './fields.ts'

const rev = whole(0, Number.MAX_SAFE_INTEGER, 'Revision of the desired settings; an older one is ignored')
const reportInterval = measured(1, 86_400, 'Reporting interval, seconds')

/** Desired settings of a gateway, whole, never a patch; retained and sent again at each birth. */
export const config = z.object({
  v: protocol,
  rev,
  report_s: reportInterval,
  devices: maybe(
    z
      .array(edgeDevice)
      .check(
        z.maxLength(maxEdgeDevices),
        z.describe('What an edge reads, whole; absent: nothing is said about it. Ids are unique'),
      ),
  ),
})

export const refusals = ['address', 'scheme', 'profile', 'url', 'map'] as const

export const configAck = z.object({
  v: protocol,
  rev,
  ok: z.boolean(),
  report_s: maybe(reportInterval),
  code: maybe(text(64, 'Why the settings were not taken')),
  refused: maybe(
    z
      .array(
        z.object({
          id: edgeDeviceId,
          code: z
            .enum(refusals)
            .check(
              z.describe(
                'address: not one it may connect to; scheme, profile: there is none of that name; url: it is none; map: something in it cannot be',
              ),
            ),
          text: maybe(text(300, 'The same as an English sentence')),
        }),
      )
      .check(
        z.maxLength(maxEdgeDevices),
        z.describe('Devices of the list that it does not read; it reads the others'),
      ),
  ),
})

export type Config = z.infer<typeof config>
export type ConfigAck = z.infer<typeof configAck>
