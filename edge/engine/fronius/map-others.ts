import { at, entriesAt, numberAt, textAt } from '../json.ts'
import type { AboutDevice, DeviceReading, RawValue } from '../reading.ts'
import { known } from '../sunspec/values.ts'

/** `Meter_Location_Current`: where the grid comes in. Others measure loads, generators or foreign batteries. */
const AT_THE_GRID = 0
/** How old what a meter or battery measured may be when the logger tells it, s. No source: chosen. */
const OLDEST_S = 300

/** Loggers say "n.a." where there is no text. */
const detail = (device: unknown, name: string): string | null => {
  const said = textAt(device, 'Details', name)
  return said === null || said.toLowerCase() === 'n.a.' ? null : said
}

const about = (device: unknown): AboutDevice => ({
  brand: detail(device, 'Manufacturer'),
  model: detail(device, 'Model'),
  sw: null,
  ratedW: null,
  mppt: null,
  strings: null,
})

/** The devices of an answer that are switched on, without what was measured long ago, by the logger's own clock. */
const devices = (answer: unknown, inside: readonly string[]): unknown[] => {
  const toldS = Date.parse(textAt(answer, 'Head', 'Timestamp') ?? '') / 1000
  return entriesAt(answer, 'Body', 'Data')
    .map(([, device]) => at(device, ...inside))
    .filter((device) => {
      const measuredS = numberAt(device, 'TimeStamp')
      const isOld = measuredS !== null && toldS - measuredS > OLDEST_S
      return device !== undefined && !isOld && numberAt(device, 'Enable') !== 0
    })
}

/** Without lines at the end that are not there; null = none is. */
const lines = (device: unknown, name: string): (number | null)[] | null => {
  const values = [1, 2, 3].map((n) => numberAt(device, `${name}_${n}`))
  const last = values.findLastIndex((value) => value !== null)
  return last < 0 ? null : values.slice(0, last + 1)
}

/**
 * The readings of meters, of `GetMeterRealtimeData` of the whole system. A meter that measures the loads is no meter of
 * the grid: of a system with only such a one, what its logger reckons for the grid (`gridW`) is the reading.
 */
export const meterReadings = (answer: unknown, gridW: number | null): DeviceReading[] => {
  const all = devices(answer, [])
  const atGrid = all.filter((meter) => numberAt(meter, 'Meter_Location_Current') === AT_THE_GRID)
  const [other] = all
  if (atGrid.length === 0)
    return other === undefined || gridW === null
      ? []
      : [
          {
            sn: detail(other, 'Serial'),
            t: 'meter',
            st: null,
            m: { p: gridW },
            raw: known<RawValue>({
              Meter_Location_Current: numberAt(other, 'Meter_Location_Current'),
              PowerReal_P_Sum: numberAt(other, 'PowerReal_P_Sum'),
              EnergyReal_WAC_Minus_Relative: numberAt(other, 'EnergyReal_WAC_Minus_Relative'),
            }),
            about: about(other),
            alarms: null,
            controls: null,
          },
        ]
  return atGrid.map((meter): DeviceReading => {
    const of = (name: string) => numberAt(meter, name)
    return {
      sn: detail(meter, 'Serial'),
      t: 'meter',
      st: null,
      m: known({
        p: of('PowerReal_P_Sum'),
        q: of('PowerReactive_Q_Sum'),
        s: of('PowerApparent_S_Sum'),
        pf: of('PowerFactor_Sum'),
        f: of('Frequency_Phase_Average'),
        u: lines(meter, 'Voltage_AC_Phase'),
        i: lines(meter, 'Current_AC_Phase'),
        // Plus is drawn and minus fed in, at the grid. Source: Fronius Solar API V1.
        e_in: of('EnergyReal_WAC_Plus_Absolute'),
        e_out: of('EnergyReal_WAC_Minus_Absolute'),
      }),
      raw: known<RawValue>(
        Object.fromEntries(
          [
            ...[1, 2, 3].map((n) => `PowerReal_P_Phase_${n}`),
            'Meter_Location_Current',
            'EnergyReactive_VArAC_Sum_Consumed',
            'EnergyReactive_VArAC_Sum_Produced',
          ].map((name) => [name, of(name)]),
        ),
      ),
      about: about(meter),
      alarms: null,
      controls: null,
    }
  })
}

/** The readings of batteries; `w` = what all of them give, of the power flow: it is known of a battery that is alone. */
export const batteryReadings = (answer: unknown, w: number | null): DeviceReading[] => {
  const all = devices(answer, ['Controller'])
  return all.map((battery): DeviceReading => {
    const of = (name: string) => numberAt(battery, name)
    return {
      sn: detail(battery, 'Serial'),
      t: 'battery',
      st: null,
      // Of both, more than 0 is what the battery gives.
      m: known({
        p: all.length === 1 ? w : null,
        soc: of('StateOfCharge_Relative'),
        u_in: of('Voltage_DC'),
        t: of('Temperature_Cell'),
      }),
      raw: known<RawValue>(
        Object.fromEntries(
          ['Current_DC', 'Status_BatteryCell', 'Capacity_Maximum', 'DesignedCapacity'].map((name) => [
            name,
            of(name),
          ]),
        ),
      ),
      about: about(battery),
      alarms: null,
      controls: null,
    }
  })
}
