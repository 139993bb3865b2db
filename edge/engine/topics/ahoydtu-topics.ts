import { entriesAt, parsedJson } from '../json.ts'
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
const FIELD = /(?:^|\/)([^/]{1,64})\/(available|last_success|ch\d\/[A-Za-z_]+)$/
/** Where it is told to publish JSON, a channel is one message. */
const CHANNEL = /(?:^|\/)([^/]{1,64})\/(ch\d)$/
const LONGEST = 32
const LONGEST_JSON = 2_000
const KILO = 1000
/** `available`: answers now; gives power now. Source: AhoyDTU's user manual. */
const [AVAILABLE, PRODUCING] = [[1, 2, 3], 2]

/**
 * What AhoyDTU publishes below its topic. It names its inverters as their owner does and says no serial: the name says
 * which it is, whoever else was heard.
 */
export const ahoyDtuTopics = (): TopicReader => {
  const inverters = new Map<string, Map<string, string>>()
  /** Heard now: their values are of now, also where they say no time. */
  const live = new Set<string>()
  const keep = (name: string, field: string, payload: string, isLive: boolean): void => {
    if (payload.length > LONGEST || !wanted.has(field)) return
    const fields = fieldsOf(inverters, name)
    fields?.set(field, payload)
    if (isLive && fields !== null) live.add(name)
  }
  return {
    take: (below, payload, { isRetained, whole }) => {
      const [topic, isLive] = [whole ?? below, !isRetained]
      const [, name = '', field = ''] = FIELD.exec(topic) ?? []
      keep(name, field, payload, isLive)
      const [, of = '', channel = ''] = CHANNEL.exec(topic) ?? []
      if (channel === '' || payload.length > LONGEST_JSON) return
      for (const [key, value] of entriesAt(parsedJson(payload)))
        if (typeof value === 'number' || typeof value === 'string')
          keep(of, `${channel}/${key}`, String(value), isLive)
    },
    report: () => {
      const named = [...inverters].toSorted(([a], [b]) => (a < b ? -1 : 1))
      const readings = named.flatMap(([name, fields]) => {
        const value = (field: string) => printedNumber(fields.get(field))
        const of = (field: string) => value(`ch0/${field}`)
        const heardS = value('last_success')
        const available = value('available')
        if (of('P_AC') === null || (heardS === null ? !live.has(name) : heardS <= 0)) return []
        const wh = of('YieldTotal')
        return hoymilesReading({
          sn: null,
          name,
          model: null,
          sw: hoymilesVersion(of('FWVersion')),
          ratedW: null,
          ts: heardS === null ? null : heardS * KILO,
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
