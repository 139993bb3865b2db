import type { Metrics, ReportedState } from '#contract/mqtt/telemetry.ts'
import { stateOf } from '#domain/telemetry/device-state.ts'
import type { DeviceReading, RawValue } from './reading.ts'
import { sunSpecControls } from './map-controls.ts'
import { hasStorageInputs } from './map-battery.ts'
import { phases, powerFactor, sumOf } from './phases.ts'
import { trackerReadings } from './map-trackers.ts'
import { eventAlarms, eventWords } from './sunspec/event-words.ts'
import { aboutOf, known, numberAt, textAt } from './sunspec/values.ts'
import type { ReadModel } from './sunspec/walk.ts'

const DER = 701
const acModels = [101, 102, 103, 111, 112, 113, DER]
/** What the wire takes beside a reading. */
const MOST_RAW = 32

/** By the names of 101 to 113; 701 has names of its own. */
const names = {
  older: { q: 'VAr', e: 'WH', u: ['PhVphA', 'PhVphB', 'PhVphC'], i: ['AphA', 'AphB', 'AphC'] },
  der: { q: 'Var', e: 'TotWhInj', u: ['VL1', 'VL2', 'VL3'], i: ['AL1', 'AL2', 'AL3'] },
} as const
const temperatures = ['TmpCab', 'TmpSnk', 'TmpTrns', 'TmpSw', 'TmpOt']
const others = ['StVnd', 'Evt2', 'EvtVnd1', 'EvtVnd2', 'EvtVnd3', 'EvtVnd4', 'ConnSt', 'Alrm', 'DERMode']
const plain = ['A', 'DCA', 'DCV', 'TmpSnk', 'TmpTrns', 'TmpOt', 'TotWhAbs', 'ThrotPct', 'ThrotSrc']

const stateOfCodes = (codes: Record<string, RawValue>, onOff: number | null): ReportedState | null => {
  const state = stateOf(null, codes, 'inverter')
  if (state === 'grid_connected') return 'grid'
  if (state === 'standby' || state === 'curtailed' || state === 'shutdown') return state
  // Of 701's plain switch only "off" is a state: what is on may be curtailed or waiting.
  return onOff === 0 ? 'shutdown' : null
}

/** The readings of the inverters of a device; none = it has no inverter. Only the first has the serial of the device. */
export const inverterReadings = (
  device: readonly ReadModel[],
  common: ReadModel | undefined,
): DeviceReading[] => {
  const candidates = device.filter(({ id, decoded }) => acModels.includes(id) && decoded !== null)
  // Makers tell the same inverter in several models: the first that knows its power speaks.
  const speaker = candidates.find((model) => numberAt(model, 'W') !== null) ?? candidates[0]
  if (speaker === undefined) return []
  const of = (wanted: number) => device.find(({ id, decoded }) => id === wanted && decoded !== null)
  // The same model once more is another inverter.
  const same = candidates.filter(({ id }) => id === speaker.id)
  return [speaker, ...same.filter((model) => model !== speaker)].map((ac, index): DeviceReading => {
    const alone = index === 0
    const at = (name: string) => numberAt(ac, name)
    const isDer = ac.id === DER
    const name = isDer ? names.der : names.older
    const inputs = alone ? trackerReadings(of(160), of(714)) : { mppt: [], wh: null, raw: {} }
    const isHybrid = alone && hasStorageInputs(of(160))
    const ohms = alone ? numberAt(of(122), 'Ris') : null
    const codes: Record<string, RawValue> = known(
      isDer ? { InvSt: at('InvSt') } : { St: at('St'), Evt1: at('Evt1') },
    )
    const m: Metrics = known({
      p: at('W'),
      q: at(name.q),
      s: at('VA'),
      pf: powerFactor(at('PF')),
      f: at('Hz'),
      u: phases(name.u.map(at)),
      i: phases(name.i.map(at)),
      t: temperatures.map(at).find((value) => value !== null),
      p_dc: at('DCW') ?? (alone ? numberAt(of(714), 'DCW') : null),
      e_tot: at(name.e),
      // Of a hybrid the AC side carries the battery too: its generation is that of its modules.
      p_pv: isHybrid ? sumOf(inputs.mppt.map(({ p }) => p ?? null)) : null,
      e_pv: isHybrid ? inputs.wh : null,
      riso: ohms === null ? null : ohms / 1000,
      mppt: inputs.mppt.length > 0 ? inputs.mppt : null,
    })
    const raw = known<RawValue>({
      ...codes,
      StDer: isDer ? at('St') : null,
      events: eventWords(at(isDer ? 'Alrm' : 'Evt1')),
      ...Object.fromEntries([...others, ...plain].map((one) => [one, at(one)])),
      ...(alone
        ? {
            WRtg: numberAt(of(120), 'WRtg') ?? numberAt(of(702), 'WMaxRtg'),
            WMaxLimPct: numberAt(of(123), 'WMaxLimPct') ?? numberAt(of(704), 'WMaxLimPct'),
            WMaxLim_Ena: numberAt(of(123), 'WMaxLim_Ena') ?? numberAt(of(704), 'WMaxLimPctEna'),
            ChaState: numberAt(of(124), 'ChaState'),
            ...inputs.raw,
          }
        : {}),
    })
    return {
      sn: alone ? textAt(common, 'SN') : null,
      t: 'inverter',
      st: stateOfCodes(codes, isDer ? at('St') : null),
      m,
      about: {
        ...aboutOf(common),
        ratedW: alone ? (numberAt(of(120), 'WRtg') ?? numberAt(of(702), 'WMaxRtg')) : null,
        mppt: inputs.mppt.length > 0 ? inputs.mppt.length : null,
      },
      alarms: eventAlarms(isDer ? 'Alrm' : 'Evt1', at(isDer ? 'Alrm' : 'Evt1')),
      controls: alone ? sunSpecControls(device) : null,
      raw: Object.fromEntries(Object.entries(raw).slice(0, MOST_RAW)),
    }
  })
}
