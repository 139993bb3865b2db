import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { leftOver, type Point } from './compared.ts'
import { data, readData } from './definitions.ts'

type Reading = {
  sn: string | null
  t: string
  st: string | null
  m: Record<string, unknown>
  raw: Record<string, unknown>
}
type Expected = {
  key: string
  value: number | string | null
  computed?: boolean
  not_available?: boolean
  beyond_frame?: boolean
}
type File = {
  family: string
  request: { hex: string; protocol: string; unit?: number }
  expected: Expected[]
}
export type GoodWeCapture = {
  name: string
  isTcp: boolean
  play: {
    answers: Record<string, string>
    blocks: { unit: number; first: number; words: string }[]
    tcp: boolean
  }
  /** null = nothing came with it. */
  points: ((report: { model: string | null; readings: Reading[] }) => Point[]) | null
}

const folder = 'goodwe-frames'
const hex = (text: string): string => Buffer.from(text, 'latin1').toString('hex')
const zeros = (words: number): string => '0000'.repeat(words)

/** Who the inverter is, for captures that have something else of it: our own bytes in the maker's layout. */
const identities: Record<string, { unit: number; first: number; words: string }> = {
  et: {
    unit: 247,
    first: 35_000,
    words: `000127100001${hex('9010KETU000W0000')}${hex('GW10K-ET  ')}${zeros(17)}`,
  },
  dt: {
    unit: 127,
    first: 30_001,
    words: `${zeros(3)}${hex('5010KDTU000W0000')}${hex('GW10K-DT  ')}${zeros(24)}`,
  },
}
/** The answer of an ES to who it is. */
const esIdentity = (): string => {
  const payload = Buffer.alloc(0x4d, 0x20)
  payload.write('1010B', 0, 'latin1')
  payload.write('GW5048-EM ', 5, 'latin1')
  payload.write('95048EMU000W0000', 31, 'latin1')
  const frame = Buffer.concat([Buffer.from('aa557fc00182', 'hex'), Buffer.from([payload.length]), payload])
  const sum = frame.reduce((total, byte) => (total + byte) & 0xffff, 0)
  return frame.toString('hex') + sum.toString(16).padStart(4, '0')
}

const get = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>(
    (found, name) => (found as Record<string | number, unknown> | undefined)?.[name],
    value,
  )
const kilo = (value: unknown): unknown => (typeof value === 'number' ? value / 1000 : value)
const whole = (value: unknown): unknown => (typeof value === 'number' ? Math.round(value) : value)
const minus = (value: unknown): unknown => (typeof value === 'number' ? 0 - value : value)

type Found = {
  inverter: Reading | undefined
  battery: Reading | undefined
  meter: Reading | undefined
  model: string | null
}
const tracker =
  (n: number, field: string) =>
  ({ inverter }: Found) =>
    (get(inverter, 'm', 'mppt') as { n: number }[] | undefined)?.find((one) => one.n === n)?.[field as 'n']
const ofInverter =
  (name: string) =>
  ({ inverter }: Found) =>
    inverter?.m[name]
const phase =
  (name: string, line: number) =>
  ({ inverter }: Found) =>
    get(inverter?.m[name], line)
const rawOf = (kind: 'inverter' | 'battery' | 'meter', key: string) => (found: Found) => found[kind]?.raw[key]

/** Where the origin's names stand in readings; GoodWe counts what is fed in as positive, the wire what is drawn. */
const places = (family: string): Record<string, (found: Found) => unknown> => ({
  ...Object.fromEntries(
    Array.from({ length: 16 }, (_, index) => index + 1).flatMap((n) => [
      [`vpv${n}`, tracker(n, 'u')],
      [`ipv${n}`, tracker(n, 'i')],
      ...(family === 'et' ? [[`ppv${n}`, tracker(n, 'p')] as const] : []),
    ]),
  ),
  ppv: ({ inverter }) => inverter?.m['p_pv'],
  ppv_total: ofInverter('p_pv'),
  total_inverter_power: ofInverter('p'),
  total_power: ofInverter('p'),
  reactive_power: ofInverter('q'),
  apparent_power: ofInverter('s'),
  power_factor: ({ inverter }) => inverter?.m['pf'] ?? inverter?.raw['power_factor'],
  temperature: ofInverter('t'),
  total_input_power: ofInverter('p_dc'),
  ...Object.fromEntries(
    [1, 2, 3].flatMap((n) => [
      [`vgrid${n}`, phase('u', n - 1)],
      [`igrid${n}`, phase('i', n - 1)],
    ]),
  ),
  vgrid: phase('u', 0),
  igrid: phase('i', 0),
  fgrid: ofInverter('f'),
  fgrid1: ofInverter('f'),
  e_total: ({ inverter }) => kilo(inverter?.m[family === 'dt' ? 'e_tot' : 'e_pv']),
  ...Object.fromEntries(
    [
      'work_mode',
      'error_codes',
      'warning_code',
      'temperature_heatsink',
      'temperature_air',
      'temperature_module',
      'e_day',
      'h_total',
      'funbit',
      'vbus',
      'vnbus',
      'bus_voltage',
      'nbus_voltage',
      'derating_mode',
      'diagnose_result',
      'active_power',
      'grid_mode',
      'e_total_exp',
      'e_total_imp',
      'e_load_total',
      'load_ptotal',
      'backup_ptotal',
      'pload',
      'pback_up',
      'vload',
      'iload',
    ].map((key) => [key, rawOf('inverter', key)]),
  ),
  rssi: rawOf(family === 'dt' ? 'inverter' : 'meter', 'rssi'),
  ...(family === 'es'
    ? Object.fromEntries(['pv1_mode', 'pv2_mode', 'e_load_day'].map((key) => [key, rawOf('inverter', key)]))
    : {}),
  ...Object.fromEntries(
    Array.from({ length: 8 }, (_, index) => index + 1).flatMap((n) => [
      [`pmppt${n}`, rawOf('inverter', `pmppt${n}`)],
      [`imppt${n}`, rawOf('inverter', `imppt${n}`)],
    ]),
  ),
  ...Object.fromEntries(
    [
      'battery_mode',
      'ibattery1',
      'ibattery2',
      'battery_status',
      'battery_soh',
      'battery_error',
      'battery_warning',
      'battery_charge_limit',
      'battery_discharge_limit',
      'battery_error_l',
      'battery_error_h',
      'battery_warning_l',
      'battery_warning_h',
      'battery_modules',
    ].map((key) => [key, rawOf('battery', key)]),
  ),
  vbattery1: ({ battery }) => battery?.m['u_in'],
  vbattery2: ({ battery }) => battery?.m['u_in'],
  battery2_mode: rawOf('battery', 'battery_mode'),
  battery2_soc: ({ battery }) => battery?.m['soc'],
  battery2_temperature: ({ battery }) => battery?.m['t'],
  battery2_soh: rawOf('battery', 'battery_soh'),
  battery2_error_l: rawOf('battery', 'battery_error_l'),
  battery2_error_h: rawOf('battery', 'battery_error_h'),
  pbattery1: ({ battery }) => battery?.m['p'],
  pbattery2: ({ battery }) => battery?.m['p'],
  battery_soc: ({ battery }) => battery?.m['soc'],
  battery_temperature: ({ battery }) => battery?.m['t'],
  e_bat_charge_total: ({ battery }) => kilo(battery?.m['e_chg']),
  e_bat_discharge_total: ({ battery }) => kilo(battery?.m['e_dis']),
  meter_active_power_total: ({ meter }) => minus(meter?.m['p']),
  meter_reactive_power_total: ({ meter }) => minus(meter?.m['q']),
  meter_power_factor: ({ meter }) => (family === 'es' ? meter?.m['pf'] : minus(meter?.m['pf'])),
  meter_freq: ({ meter }) => meter?.m['f'],
  // The origin prints whole Wh.
  meter_e_total_exp: ({ meter }) => kilo(whole(meter?.m['e_out'])),
  meter_e_total_imp: ({ meter }) => kilo(whole(meter?.m['e_in'])),
  ...Object.fromEntries(
    [1, 2, 3].flatMap((n) => [
      [`meter_voltage${n}`, ({ meter }: Found) => get(meter?.m['u'], n - 1)],
      [`meter_current${n}`, ({ meter }: Found) => get(meter?.m['i'], n - 1)],
    ]),
  ),
  ...Object.fromEntries(
    ['manufacture_code', 'meter_test_status', 'meter_type', 'meter_sw_version', 'grid_in_out'].map((key) => [
      key,
      rawOf('meter', key),
    ]),
  ),
  // It has the sign of the power there, drawn in both captures, and none on the wire.
  meter_apparent_power_total: ({ meter }) => minus(meter?.m['s']),
  ...(family === 'es' ? { pgrid: ({ meter }: Found) => minus(meter?.m['p']) } : {}),
  model_name: ({ model }) => model ?? undefined,
  serial_number: ({ inverter }) => inverter?.sn,
})
/** What readings have no place for. Whatever else is in a capture has to be compared. */
const leftOut: readonly (readonly [RegExp, string])[] = [
  [/_label$|^errors$|^battery2_(error|warning)$/, 'a word made of a number'],
  [/^meter2_/, 'a second meter'],
  [
    /cell_|^battery2?_(bms|index|protocol|status|modules|warning_[lh]|(dis)?charge_limit)$/,
    'the inside of a battery',
  ],
  [/version$|firmware$|^(rated_power|ac_output_type|commode)$/, 'who it is, which probe does not print'],
  [/^timestamp$/, 'its clock'],
  [/^e_.*_day$|^e_day_/, 'a counter of the day beside one of a lifetime'],
  [
    /(power_factor|power|grid|vline|load_p)[123]$|^(active_power_total|reactive_power_total)$|^fload$|^pgrid$/,
    'lines and sums beside those that are compared',
  ],
  [/^backup_|^(ups_load|load_mode\d?)$/, 'lines of its backup output'],
  [/^safety_country|^(operation_mode|function_bit|effective_\w+)$/, 'a setting'],
  [/^pv\d?_mode$|^pv_channel$|^meter_(comm_)?status$/, 'how its inputs and its meter fare'],
]
/** Said of the battery where there is none, and of the lines of the meter: in no reading. */
const isOfBattery = (key: string): boolean => /^(battery|[vip]battery|e_bat)/.test(key)

const capture = (family: string, name: string): GoodWeCapture => {
  const file = readData(`${folder}/${family}/${name}.expected.json`) as File
  const frame = readFileSync(join(data, folder, family, `${name}.hex`), 'utf8').trim()
  const isTcp = file.request.protocol === 'Modbus TCP'
  const answers: Record<string, string> = { [isTcp ? file.request.hex.slice(12) : file.request.hex]: frame }
  const isIdentity = name.includes('device_info')
  if (family === 'es' && !isIdentity) answers['aa55c07f0102000241'] = esIdentity()
  const identity = identities[family]
  const blocks = identity === undefined || isIdentity ? [] : [identity]
  // What belongs to a capture and lies in another file, all zeros: the inverter gives nothing and has no battery.
  if (family === 'et' && !name.includes('running')) {
    const mode = name.includes('battery_info') ? '0002' : '0000'
    blocks.push({ unit: 247, first: 35_100, words: `${zeros(84)}${mode}${zeros(40)}` })
    if (name.includes('battery2_info') && !name.includes('extended'))
      blocks.push({ unit: 247, first: 35_262, words: `${zeros(4)}0002${zeros(1)}` })
  }
  if (family === 'dt' && isIdentity) blocks.push({ unit: 127, first: 30_100, words: zeros(73) })
  if (family === 'es' && isIdentity) {
    const frameOf = Buffer.concat([Buffer.from('aa557fc0018656', 'hex'), Buffer.alloc(0x56)])
    const sum = frameOf.reduce((total, byte) => (total + byte) & 0xffff, 0)
    answers['aa55c07f0106000245'] = frameOf.toString('hex') + sum.toString(16).padStart(4, '0')
  }
  return {
    name: `${folder}/${family}/${name}`,
    isTcp,
    play: { answers, blocks, tcp: isTcp },
    points:
      file.expected.length === 0 || name === 'eco_mode_v2'
        ? null
        : ({ model, readings }) => {
            const of = (kind: string) => readings.find(({ t }) => t === kind)
            const found = { inverter: of('inverter'), battery: of('battery'), meter: of('meter'), model }
            const known = places(family)
            return file.expected.map(({ key, value, computed, not_available, beyond_frame }): Point => {
              const place = known[key]
              const left = (why: string): Point => ({ name: key, left: why })
              if (computed === true && !['ppv', 'pbattery1', 'pgrid'].includes(key))
                return left('worked out by the origin, in no frame')
              if (key === 'ppv' && family === 'dt') return left('worked out by the origin, in no frame')
              if (place === undefined) return leftOver([key], leftOut)[0] ?? left('')
              if (isOfBattery(key) && found.battery === undefined)
                return left('of a battery that is not there')
              const none = not_available === true || beyond_frame === true || value === ''
              const says = none ? null : value
              const at = place(found)
              // Inputs that a model does not have are left out with their zeros.
              if (/^([vi]pv([5-9]|1\d)|[ip]mppt\d)$/.test(key) && says === 0 && at === undefined)
                return { name: key, says: null, found: at }
              return { name: key, says, found: at }
            })
          },
  }
}

export const goodWeCaptures = (): GoodWeCapture[] =>
  ['dt', 'es', 'et'].flatMap((family) =>
    readdirSync(join(data, folder, family))
      .filter((file) => file.endsWith('.hex'))
      .map((file) => capture(family, file.replace(/\.hex$/, ''))),
  )
