import { DeviceError } from './engine/device-error.ts'
import type { DeviceWishes } from './engine/device.ts'
import type { DeviceReport } from './engine/reading.ts'
import { openDevice } from './open-device.ts'

/** What `probe` prints: readings as they would go on the wire. */
type Probed = Pick<DeviceReport, 'profile' | 'brand' | 'model'> & {
  readings: Pick<DeviceReport['readings'][number], 'sn' | 't' | 'ts' | 'st' | 'm' | 'raw'>[]
  /** What of a mapping could not be read. */
  notes?: readonly string[]
}

/** A device that takes longer than this to say something is not waited for, ms. No source: chosen. */
const LONGEST_MS = 180_000

/** Reads a device once. Rejects with a `DeviceError`, whose message is a sentence. */
export const probe = async (url: string, wishes: DeviceWishes): Promise<Probed> => {
  const device = openDevice(url, wishes)
  let isLate = false
  const patience = setTimeout(() => {
    isLate = true
    device.close()
  }, LONGEST_MS)
  try {
    const { readings, notes = [], ...who } = await device.read()
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
      ...(notes.length === 0 ? {} : { notes }),
    }
  } catch (error) {
    throw isLate
      ? new DeviceError('timeout', `The device could not be read within ${LONGEST_MS / 1000} s.`)
      : error
  } finally {
    clearTimeout(patience)
    device.close()
  }
}
