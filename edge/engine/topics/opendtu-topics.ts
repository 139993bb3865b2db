import { hoymilesReading, hoymilesVersion } from '../hoymiles/map-hoymiles.ts'
import { fieldsOf, printedNumber, type TopicReader } from './topic-reader.ts'

/** Topics of one inverter, behind its serial. Source: OpenDTU's list of topics. */
const line = [
  'voltage',
  'current',
  'frequency',
  'power',
  'powerdc',
  'reactivepower',
  'powerfactor',
  'temperature',
]
const energies = ['yieldday', 'yieldtotal']
const ofInput = ['voltage', 'current', 'power']
const INPUTS = [1, 2, 3, 4, 5, 6]
const wanted: ReadonlySet<string> = new Set([
  ...['reachable', 'producing', 'last_update', 'limit_relative', 'limit_absolute'].map(
    (name) => `status/${name}`,
  ),
  'device/fwbuildversion',
  'radio/rssi',
  ...[...line, ...energies].map((name) => `0/${name}`),
  ...INPUTS.flatMap((n) => ofInput.map((name) => `${n}/${name}`)),
])
/** What an inverter prints as its serial, and what follows it. */
const SERIAL = /(?:^|\/)([0-9a-f]{12})\/([a-z0-9]+\/[a-z_]+)$/i
const OWN_STATUS = /(?:^|\/)dtu\/status$/
/** Longer values are none of it, characters. */
const LONGEST = 32
/** kWh and Unix seconds, as they are printed. */
const KILO = 1000

/** What OpenDTU publishes below its base topic. */
export const openDtuTopics = (): TopicReader => {
  const inverters = new Map<string, Map<string, string>>()
  /** Heard now: their values are of now, also where they say no time. */
  const live = new Set<string>()
  let isOnline = true
  return {
    take: (below, payload, { isRetained, whole }) => {
      const [topic, isLive] = [whole ?? below, !isRetained]
      if (payload.length > LONGEST) return
      // Its last will: nothing below it is fresh any more.
      if (OWN_STATUS.test(topic)) isOnline = payload !== 'offline'
      const [, serial = '', field = ''] = SERIAL.exec(topic) ?? []
      if (!wanted.has(field)) return
      const fields = fieldsOf(inverters, serial)
      fields?.set(field, payload)
      if (isLive && fields !== null) live.add(serial)
    },
    report: () => {
      const readings = [...inverters].flatMap(([sn, fields]) => {
        const value = (name: string) => printedNumber(fields.get(name))
        const flag = (name: string) => {
          const said = value(name)
          return said === null ? null : said === 1
        }
        const heardS = value('status/last_update')
        // Without its time a value may be of any day: retained ones stay for ever.
        if (heardS === null && !live.has(sn)) return []
        const wh = value('0/yieldtotal')
        return hoymilesReading({
          sn,
          model: null,
          sw: hoymilesVersion(value('device/fwbuildversion')),
          ratedW: null,
          ts: heardS === null ? null : heardS * KILO,
          isReachable: isOnline ? flag('status/reachable') : false,
          isProducing: flag('status/producing'),
          volts: [value('0/voltage')],
          amperes: [value('0/current')],
          hertz: value('0/frequency'),
          watts: value('0/power'),
          vars: value('0/reactivepower'),
          powerFactor: value('0/powerfactor'),
          dcWatts: value('0/powerdc'),
          celsius: value('0/temperature'),
          // In kWh, beside a day in Wh.
          totalWh: wh === null ? null : Math.round(wh * KILO),
          dayWh: value('0/yieldday'),
          inputs: INPUTS.map((n) => ({
            n,
            volts: value(`${n}/voltage`),
            amperes: value(`${n}/current`),
            watts: value(`${n}/power`),
          })),
          raw: {
            producing: value('status/producing'),
            limit_relative: value('status/limit_relative'),
            limit_absolute: value('status/limit_absolute'),
            rssi: value('radio/rssi'),
          },
        })
      })
      return readings.length === 0 ? null : { profile: 'opendtu', brand: 'Hoymiles', model: null, readings }
    },
  }
}
