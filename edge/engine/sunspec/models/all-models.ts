import type { Model } from '../points.ts'
import { controls, measurements, nameplate, settings, storage } from './basics.ts'
import { battery } from './battery.ts'
import { fullInputCombiner, fullStringCombiner, inputCombiner, stringCombiner } from './combiner.ts'
import { identity } from './identity.ts'
import { derInputs, derMeasurements } from './der-measurements.ts'
import { derCapacity, derControls, derEntry, derStorage } from './der-settings.ts'
import { floatMeter } from './float-meter.ts'
import { floatInverter, inverter } from './inverter.ts'
import { meter, onePhaseMeter } from './meter.ts'
import { trackers } from './trackers.ts'
import {
  inclination,
  irradiance,
  moduleTemperature,
  position,
  referencePoint,
  smallWeatherStation,
  weatherStation,
} from './weather.ts'

/**
 * The models whose points are known, by their numbers; any other is passed over by its length. Facts of the SunSpec
 * Alliance's definitions (sunspec/models, Apache-2.0); `tests/edge/models.test.ts` compares them with those.
 */
export const allModels: ReadonlyMap<number, Model> = new Map([
  [1, identity],
  [101, inverter],
  [102, inverter],
  [103, inverter],
  [111, floatInverter],
  [112, floatInverter],
  [113, floatInverter],
  [120, nameplate],
  [121, settings],
  [122, measurements],
  [123, controls],
  [124, storage],
  [160, trackers],
  [201, onePhaseMeter],
  [202, meter],
  [203, meter],
  [204, meter],
  [211, floatMeter],
  [212, floatMeter],
  [213, floatMeter],
  [214, floatMeter],
  [302, irradiance],
  [303, moduleTemperature],
  [304, inclination],
  [305, position],
  [306, referencePoint],
  [307, weatherStation],
  [308, smallWeatherStation],
  [401, stringCombiner],
  [402, fullStringCombiner],
  [403, inputCombiner],
  [404, fullInputCombiner],
  [701, derMeasurements],
  [702, derCapacity],
  [703, derEntry],
  [704, derControls],
  [713, derStorage],
  [714, derInputs],
  [802, battery],
])
