import type { DeviceWishes } from './engine/device.ts'
import type { DeviceReport } from './engine/reading.ts'
import { openDevice } from './open-device.ts'

/** What `probe` prints: readings as they would go on the wire. */
type Probed = Pick<DeviceReport, 'profile' | 'brand' | 'model'> & {
  readings: Pick<DeviceReport['readings'][number], 'sn' | 't' | 'ts' | 'st' | 'm' | 'raw'>[]
}

/** Reads a device once. Rejects with a `DeviceError`, whose message is a sentence. */
export const probe = async (url: string, wishes: DeviceWishes): Promise<Probed> => {
  const device = openDevice(url, wishes)
  try {
    const { readings, ...who } = await device.read()
    return {
      profile: who.profile,
      brand: who.brand,
      model: who.model,
      readings: readings.map(({ sn, t, ts, st, m, raw }) => ({
        sn,
        t,
        ...(ts === undefined ? {} : { ts }),
        st,
        m,
        raw,
      })),
    }
  } finally {
    device.close()
  }
}
