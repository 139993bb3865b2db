import type { DeviceReading } from './reading.ts'
import { aboutOf, known, numberAt, textAt } from './sunspec/values.ts'
import type { ReadModel } from './sunspec/walk.ts'

const [IRRADIANCE, MODULE_TEMPERATURE, STATION, SMALL_STATION] = [302, 303, 307, 308]

/** The first sensor of a model of sensors that says `name`. */
const firstOf = (model: ReadModel | undefined, name: string): number | null => {
  const said = model?.decoded?.groups.map((sensor) => sensor[name])
  return said?.find((value) => typeof value === 'number') ?? null
}

/** The reading of a device with weather models; none = it has none. Irradiance on the plane is `irr`, on the ground raw. */
export const weatherReading = (
  device: readonly ReadModel[],
  common: ReadModel | undefined,
): DeviceReading[] => {
  const of = (wanted: number) => device.find(({ id, decoded }) => id === wanted && decoded !== null)
  const [irradiance, modules, station, small] = [
    of(IRRADIANCE),
    of(MODULE_TEMPERATURE),
    of(STATION),
    of(SMALL_STATION),
  ]
  if ([irradiance, modules, station, small].every((model) => model === undefined)) return []
  return [
    {
      sn: textAt(common, 'SN'),
      t: 'weather',
      st: null,
      m: known({
        irr: firstOf(irradiance, 'POAI'),
        t_mod: firstOf(modules, 'TmpBOM') ?? numberAt(small, 'TmpBOM'),
        t_amb: numberAt(station, 'TmpAmb') ?? numberAt(small, 'TmpAmb'),
        wind: numberAt(station, 'WndSpd') ?? numberAt(small, 'WndSpd'),
      }),
      about: aboutOf(common),
      alarms: null,
      controls: null,
      raw: known({
        GHI: firstOf(irradiance, 'GHI') ?? numberAt(small, 'GHI'),
        WndDir: numberAt(station, 'WndDir'),
        RH: numberAt(station, 'RH'),
        Pres: numberAt(station, 'Pres'),
      }),
    },
  ]
}
