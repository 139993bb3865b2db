import { deviceSerial } from '#contract/mqtt/fields.ts'
import { shownPowerNowW } from '#domain/telemetry/generation.ts'
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
  ...(report.mapped === undefined ? {} : { mapped: [...report.mapped] }),
  devices: report.readings.map(({ sn, t, m, about }) => {
    const serial = z.safeParse(deviceSerial, sn)
    return {
      sn: serial.success ? serial.data : null,
      t,
      // As its page will show it: of a hybrid what its modules give, and not what its battery feeds out.
      p: shownPowerNowW(t, { acW: m.p ?? null, pvW: m.p_pv ?? null, pvWh: m.e_pv ?? null }, 0),
      model: clipped(about.model, 64),
    }
  }),
})
