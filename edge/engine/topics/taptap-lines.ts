import { DeviceError } from '../device-error.ts'
import { entriesAt, numberAt, parsedJson, textAt } from '../json.ts'
import type { DeviceReading, RawValue } from '../reading.ts'
import { known } from '../sunspec/values.ts'
import { MOST_DEVICES, type TopicReader } from './topic-reader.ts'

type Report = {
  ts: number
  voltsIn: number | null
  voltsOut: number | null
  amperes: number | null
  celsius: number | null
  rssi: number | null
  duty: number | null
}

/** As it is printed on modules, "4-9A57A2L". */
const BARCODE = /^[0-9A-Z][0-9A-Z-]{4,31}$/
const place = (gateway: string, node: string): string => `${gateway}/${node}`

const keep = <Kept>(map: Map<string, Kept>, at: string, kept: Kept): void => {
  if (map.has(at) || map.size < MOST_DEVICES) map.set(at, kept)
}

const readingOf = (barcode: string, at: string, report: Report): DeviceReading => ({
  sn: barcode,
  t: 'optimizer',
  ts: report.ts,
  st: null,
  m: known({
    u_in: report.voltsIn,
    i_in: report.amperes,
    u_out: report.voltsOut,
    // A module says no power; volts and amperes of its input are of one report.
    p:
      report.voltsIn === null || report.amperes === null
        ? null
        : Number((report.voltsIn * report.amperes).toFixed(2)),
    t: report.celsius,
    rssi: report.rssi,
  }),
  raw: known<RawValue>({ node: at, dc_dc_duty_cycle: report.duty }),
  about: { brand: 'Tigo', model: null, sw: null, ratedW: null, mppt: null, strings: null },
  alarms: null,
  controls: null,
})

/** Epoch seconds to ms. */
const MILLI = 1000
/** What taptap-mqtt makes of the lines: modules by the names of their owner, each with the time of its last report. */
const namedReading = (name: string, node: unknown): DeviceReading[] => {
  const [barcode, heardS] = [textAt(node, 'node_serial'), numberAt(node, 'tmstp')]
  if (barcode === null || !BARCODE.test(barcode) || heardS === null || heardS <= 0) return []
  const of = (key: string) => numberAt(node, key)
  return [
    {
      sn: barcode,
      t: 'optimizer',
      ts: Math.round(heardS * MILLI),
      st: null,
      m: known({
        u_in: of('voltage_in'),
        i_in: of('current_in'),
        u_out: of('voltage_out'),
        i_out: of('current_out'),
        p: of('power'),
        t: of('temperature'),
        rssi: of('rssi'),
      }),
      raw: known<RawValue>({ name: name.slice(0, 64), duty_cycle: of('duty_cycle') }),
      about: { brand: 'Tigo', model: null, sw: null, ratedW: null, mppt: null, strings: null },
      alarms: null,
      controls: null,
    },
  ]
}

/**
 * What `taptap observe` prints of the modules of Tigo, a line a message, on any topic. Reports name nodes; which module a
 * node is stands in other lines, that come at night or, with a persistent file, at its start. Each reading has the time
 * of its report: the last one before dark looks alive otherwise.
 */
export const taptapLines = (): TopicReader => {
  const barcodes = new Map<string, string>()
  const reports = new Map<string, Report>()
  let named: DeviceReading[] = []
  return {
    take: (_, payload) => {
      const line = payload.startsWith('{') ? parsedJson(payload) : null
      const event = textAt(line, 'event_type')
      if (event === null) {
        const nodes = entriesAt(line, 'nodes').slice(0, MOST_DEVICES)
        const found = nodes.flatMap(([name, node]) => namedReading(name, node))
        if (found.length > 0) named = found
      }
      if (event === 'infrastructure_report')
        for (const [gateway, nodes] of entriesAt(line, 'nodes'))
          for (const [node, said] of entriesAt(nodes)) {
            const barcode = textAt(said, 'barcode')
            if (barcode !== null && BARCODE.test(barcode)) keep(barcodes, place(gateway, node), barcode)
          }
      const [gateway, node] = [numberAt(line, 'gateway'), numberAt(line, 'node')]
      const ts = Date.parse(textAt(line, 'timestamp') ?? '')
      if (event !== 'power_report' || gateway === null || node === null || Number.isNaN(ts)) return
      const at = place(String(gateway), String(node))
      // Lines of several nodes come in disorder.
      if ((reports.get(at)?.ts ?? -Infinity) > ts) return
      const of = (name: string) => numberAt(line, name)
      keep(reports, at, {
        ts,
        voltsIn: of('voltage_in'),
        voltsOut: of('voltage_out'),
        amperes: of('current') ?? of('current_in'),
        celsius: of('temperature'),
        rssi: of('rssi'),
        duty: of('dc_dc_duty_cycle'),
      })
    },
    report: () => {
      const readings = [...reports].flatMap(([at, report]) => {
        const barcode = barcodes.get(at)
        return barcode === undefined ? [] : [readingOf(barcode, at, report)]
      })
      readings.push(...named)
      if (readings.length > 0) return { profile: 'taptap', brand: 'Tigo', model: null, readings }
      if (reports.size === 0) return null
      throw new DeviceError(
        'unsupported',
        'Modules of Tigo report, and their barcodes are not known yet: the controller names them at night; taptap keeps them when it is started with --persistent-file.',
      )
    },
  }
}
