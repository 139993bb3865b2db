import * as z from 'zod/mini'
import { edgeDeviceId, maxEdgeDevices, maxSerialsOfDevice } from './edge-device.ts'
import { boot, deviceSerial, instant, maybe, measured, protocol, text, whole } from './fields.ts'

const count = (meaning: string) => whole(0, Number.MAX_SAFE_INTEGER, meaning)

export const linkDevice = z.object({
  id: edgeDeviceId,
  sns: z
    .array(deviceSerial)
    .check(z.maxLength(maxSerialsOfDevice), z.describe('Serials read at this address so far; made ones too')),
  asked: count('Readings begun since the boot'),
  answered: count('Readings that succeeded since the boot'),
  ms: maybe(measured(0, 3_600_000, 'Median time of the last 20 readings that succeeded, ms')),
  at: maybe(instant('When it was last read')),
  trouble: maybe(
    z.object({
      code: text(40, 'Why the last reading failed'),
      text: maybe(text(300, 'The same as an English sentence')),
    }),
  ),
})

/** How an edge and its devices get on; sent after each birth, when a trouble begins or ends, and each minute. */
export const links = z.object({
  v: protocol,
  boot,
  ts: instant('Clock of the gateway'),
  devices: z.array(linkDevice).check(z.maxLength(maxEdgeDevices)),
  store: z.object({
    waiting: count('Readings on disk that the server has not acknowledged'),
    bytes: count('Size of the store on disk, bytes'),
    dropped: count('Readings given up because the store was full, since it was made'),
    trouble: maybe(text(300, 'Why readings cannot be kept on disk now, as an English sentence')),
    oldest: maybe(instant('When the oldest waiting reading was taken')),
  }),
})

export type LinkDevice = z.infer<typeof linkDevice>
export type Links = z.infer<typeof links>
