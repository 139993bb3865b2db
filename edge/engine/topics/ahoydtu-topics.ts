import { hoymilesReading, hoymilesVersion } from '../hoymiles/map-hoymiles.ts'
import { fieldsOf, printedNumber, type TopicReader } from './topic-reader.ts'

/** Topics of one inverter, behind its name. Source: AhoyDTU's user manual. */
const line = ['U_AC', 'I_AC', 'P_AC', 'Q_AC', 'F_AC', 'PF_AC', 'Temp', 'YieldDay', 'YieldTotal', 'P_DC']
const ofInput = ['U_DC', 'I_DC', 'P_DC']
const INPUTS = [1, 2, 3, 4, 5, 6]
const wanted: ReadonlySet<string> = new Set([
  'available',
  'last_success',
  ...[...line, 'FWVersion', 'PowerLimit', 'LastAlarmCode'].map((name) => `ch0/${name}`),
  ...INPUTS.flatMap((n) => ofInput.map((name) => `ch${n}/${name}`)),
])
const FIELD = /^([^/]{1,64})\/(available|last_success|ch\d\/[A-Za-z_]+)$/
const LONGEST = 32
const KILO = 1000
/** `available`: answers now; gives power now. Source: AhoyDTU's user manual. */
const [AVAILABLE, PRODUCING] = [[1, 2, 3], 2]

/**
 * What AhoyDTU publishes below its topic. It names its inverters as their owner does and says no serial: they are told in
 * the order of their names.
 */
export const ahoyDtuTopics = (): TopicReader => {
  const inverters = new Map<string, Map<string, string>>()
  return {
    take: (topic, payload) => {
      const [, name = '', field = ''] = FIELD.exec(topic) ?? []
      if (payload.length <= LONGEST && wanted.has(field)) fieldsOf(inverters, name)?.set(field, payload)
    },
    report: () => {
      const named = [...inverters].toSorted(([a], [b]) => (a < b ? -1 : 1))
      const readings = named.flatMap(([name, fields]) => {
        const value = (field: string) => printedNumber(fields.get(field))
        const of = (field: string) => value(`ch0/${field}`)
        const heardS = value('last_success')
        const available = value('available')
        if (heardS === null || heardS <= 0 || of('P_AC') === null) return []
        const wh = of('YieldTotal')
        return hoymilesReading({
          sn: null,
          model: null,
          sw: hoymilesVersion(of('FWVersion')),
          ratedW: null,
          ts: heardS * KILO,
          isReachable: available === null ? null : AVAILABLE.includes(available),
          isProducing: available === null ? null : available === PRODUCING,
          volts: [of('U_AC')],
          amperes: [of('I_AC')],
          hertz: of('F_AC'),
          watts: of('P_AC'),
          vars: of('Q_AC'),
          powerFactor: of('PF_AC'),
          dcWatts: of('P_DC'),
          celsius: of('Temp'),
          // In kWh, beside a day in Wh.
          totalWh: wh === null ? null : Math.round(wh * KILO),
          dayWh: of('YieldDay'),
          inputs: INPUTS.map((n) => ({
            n,
            volts: value(`ch${n}/U_DC`),
            amperes: value(`ch${n}/I_DC`),
            watts: value(`ch${n}/P_DC`),
          })),
          raw: {
            name: name.slice(0, 64),
            PowerLimit: of('PowerLimit'),
            LastAlarmCode: of('LastAlarmCode'),
          },
        })
      })
      return readings.length === 0 ? null : { profile: 'ahoydtu', brand: 'Hoymiles', model: null, readings }
    },
  }
}
