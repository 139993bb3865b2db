import type { Metrics, MpptReading } from '#contract/mqtt/telemetry.ts'
import { at, numberAt, textAt } from '../json.ts'
import type { DeviceReading, RawValue } from '../reading.ts'
import { known } from '../sunspec/values.ts'
import { froniusModel, type FroniusModel } from './models.ts'
import { froniusAlarms, froniusState } from './states.ts'

/** What a logger says of one inverter; each null where it was not asked or does not know it. */
export type FroniusInverter = {
  sn: string | null
  model: FroniusModel
  /** `Body.Data` of the collections of the same names. */
  common: unknown
  phases: unknown
  /** Of the power flow: the PV side of the one inverter with a battery, W. */
  pvW: number | null
}

/** Source: up to four inputs on Gen24, in Fronius' Solar API V1. */
const inputs = [1, 2, 3, 4]
const lines = ['L1', 'L2', 'L3']

/** Without lines at the end that are not there; null = none is. */
const phasesOf = (values: readonly (number | null)[]): (number | null)[] | null => {
  const last = values.findLastIndex((value) => value !== null)
  return last < 0 ? null : values.slice(0, last + 1)
}

const trackers = (value: (name: string) => number | null): MpptReading[] =>
  inputs
    .map((n): MpptReading => {
      const of = (name: string) => value(n === 1 ? name : `${name}_${n}`)
      return { n, ...known({ u: of('UDC'), i: of('IDC') }) }
    })
    .filter((one) => Object.keys(one).length > 1)

/**
 * The reading of an inverter. Where the lines are not said apart, `IAC` is the sum of them: only of a model with one line
 * it is that line's current; of others both stay raw.
 */
export const inverterReading = ({ sn, model, common, phases, pvW }: FroniusInverter): DeviceReading => {
  const value = (name: string) => numberAt(common, name, 'Value')
  const status = at(common, 'DeviceStatus')
  const of = (name: string) => phasesOf(lines.map((line) => numberAt(phases, `${name}_${line}`, 'Value')))
  const [volts, amperes] = [of('UAC'), of('IAC')]
  const isApart = volts !== null || amperes !== null || model.phases === 1
  const mppt = trackers(value)
  const m: Metrics = known({
    p: value('PAC'),
    s: value('SAC'),
    f: value('FAC'),
    u: volts ?? (model.phases === 1 ? phasesOf([value('UAC')]) : null),
    i: amperes ?? (model.phases === 1 ? phasesOf([value('IAC')]) : null),
    p_pv: pvW,
    e_tot: value('TOTAL_ENERGY'),
    mppt: mppt.length > 0 ? mppt : null,
  })
  return {
    sn,
    t: 'inverter',
    st: froniusState(status),
    m,
    raw: known<RawValue>({
      StatusCode: numberAt(status, 'StatusCode') ?? textAt(status, 'StatusCode'),
      InverterState: textAt(status, 'InverterState')?.slice(0, 64),
      ErrorCode: numberAt(status, 'ErrorCode'),
      ...(isApart ? {} : { UAC: value('UAC'), IAC: value('IAC') }),
      DAY_ENERGY: value('DAY_ENERGY'),
      YEAR_ENERGY: value('YEAR_ENERGY'),
    }),
    about: {
      brand: 'Fronius',
      model: model.name,
      sw: null,
      ratedW: model.ratedW,
      mppt: mppt.length > 0 ? mppt.length : null,
      strings: null,
    },
    alarms: froniusAlarms(status, model.isGen24),
    controls: null,
  }
}

/** What the power flow says of an inverter; none = nothing. */
export const flowReading = (flow: unknown, sn: string | null): DeviceReading[] => {
  const m: Metrics = known({ p: numberAt(flow, 'P'), e_tot: numberAt(flow, 'E_Total') })
  if (Object.keys(m).length === 0) return []
  const { name, ratedW } = froniusModel(numberAt(flow, 'DT'))
  return [
    {
      sn,
      t: 'inverter',
      st: null,
      m,
      raw: {},
      about: { brand: 'Fronius', model: name, sw: null, ratedW, mppt: null, strings: null },
      alarms: null,
      controls: null,
    },
  ]
}
