import { deviceSerial } from '#contract/mqtt/fields.ts'
import type { FoundDevice } from '#contract/mqtt/edge-device.ts'
import * as z from 'zod/mini'
import type { DeviceReport } from '../engine/reading.ts'

const clipped = (text: string | null, most: number): string | null => {
  const said = text?.trim().slice(0, most) ?? ''
  return said === '' ? null : said
}

/** What answered at an address, for whoever chooses what is taken in. */
export const foundDevice = (url: string, report: DeviceReport): FoundDevice => ({
  url,
  profile: report.profile.slice(0, 40),
  brand: clipped(report.brand, 64),
  model: clipped(report.model, 64),
  devices: report.readings.map(({ sn, t, m, about }) => {
    const serial = z.safeParse(deviceSerial, sn)
    return {
      sn: serial.success ? serial.data : null,
      t,
      p: typeof m.p === 'number' ? m.p : null,
      model: clipped(about.model, 64),
    }
  }),
})
