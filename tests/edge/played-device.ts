import { DeviceError } from '#edge/engine/device-error.ts'
import type { Device } from '#edge/engine/device.ts'
import type { DeviceReading, DeviceReport } from '#edge/engine/reading.ts'

/** What an inverter says that has nothing to hide. */
export const playedReading = (more: Partial<DeviceReading> = {}): DeviceReading => ({
  sn: '7E1D3A55',
  t: 'inverter',
  st: 'grid',
  m: { p: 865, e_tot: 43_934_840 },
  raw: { St: 4 },
  about: { brand: 'Fronius', model: 'Symo 10.0-3-M', sw: '1.2', ratedW: 10_000, mppt: 2, strings: null },
  alarms: [],
  controls: null,
  ...more,
})

export const playedReport = (...readings: DeviceReading[]): DeviceReport => ({
  profile: 'sunspec',
  brand: 'Fronius',
  model: 'Symo 10.0-3-M',
  readings,
})

export const noAnswer = (): Promise<never> =>
  Promise.reject(new DeviceError('timeout', 'It does not answer in time.'))

/** A device of which a test says what each reading comes to. */
export const playedDevice = (read: () => Promise<DeviceReport>): Device & { closed: number } => {
  const device = {
    closed: 0,
    read,
    registers: null,
    close: () => {
      device.closed += 1
    },
  }
  return device
}
