import { DeviceError } from './device-error.ts'
import { batteryReading } from './map-battery.ts'
import { combinerReadings } from './map-combiner.ts'
import { inverterReadings } from './map-inverter.ts'
import { meterReadings } from './map-meter.ts'
import { weatherReading } from './map-weather.ts'
import type { DeviceReport } from './reading.ts'
import { textAt } from './sunspec/values.ts'
import type { ReadModel } from './sunspec/walk.ts'

const COMMON = 1

/** A device of a chain: what follows model 1, to the next one. */
const devicesOf = (chain: readonly ReadModel[]): ReadModel[][] => {
  const devices: ReadModel[][] = []
  for (const model of chain) {
    const last = devices.at(-1)
    if (model.id === COMMON || last === undefined) devices.push([model])
    else last.push(model)
  }
  return devices
}

/** What a chain of models says, by the catalogue of metrics and kinds. Rejects a chain without any device of a kind. */
export const mapSunSpec = (chain: readonly ReadModel[]): DeviceReport => {
  const first = chain.find(({ id, decoded }) => id === COMMON && decoded !== null)
  const [brand, model] = [textAt(first, 'Mn'), textAt(first, 'Md')]
  const readings = devicesOf(chain).flatMap((device) => {
    const common = device.find(({ id, decoded }) => id === COMMON && decoded !== null)
    const found = [
      ...inverterReadings(device, common),
      ...meterReadings(device, common, brand),
      ...batteryReading(device),
      ...combinerReadings(device, common),
    ]
    return found.length > 0 ? found : weatherReading(device, common)
  })
  if (readings.length > 0) return { profile: 'sunspec', brand, model, readings }
  const who = [brand, model].filter((one) => one !== null).join(' ') || 'The device'
  const trouble = chain.flatMap((one) => (one.trouble === null ? [] : [` ${one.trouble}`])).join('')
  throw new DeviceError(
    'unsupported',
    `${who} answers with the SunSpec models ${chain.map(({ id }) => id).join(', ') || '(none)'}: among them is no inverter, meter, battery, combiner or weather station that could be read.${trouble}`,
  )
}
