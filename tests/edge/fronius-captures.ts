import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readData, data } from './definitions.ts'
import { leaves, leftOver, type Point } from './compared.ts'
import { jsonPage, type Pages } from './other-side.ts'

type Reading = {
  sn: string | null
  t: string
  st: string | null
  m: Record<string, unknown>
  raw: Record<string, unknown>
}
export type FroniusCapture = {
  name: string
  pages: Pages
  /** What came with it, and where it stands in the reading. */
  points: (readings: Reading[]) => Record<string, Point[]>
}

const folder = 'fronius-json'
const get = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>(
    (found, name) => (found as Record<string | number, unknown> | undefined)?.[name],
    value,
  )
const plain = (value: unknown): number | string | null =>
  typeof value === 'number' || typeof value === 'string' ? value : null

/** Where a value of CommonInverterData stands in a reading; trackers by their number. */
const ofInverter: Record<string, (reading: Reading) => unknown> = {
  PAC: ({ m }) => m['p'],
  SAC: ({ m }) => m['s'],
  FAC: ({ m }) => m['f'],
  TOTAL_ENERGY: ({ m }) => m['e_tot'],
  DAY_ENERGY: ({ raw }) => raw['DAY_ENERGY'],
  YEAR_ENERGY: ({ raw }) => raw['YEAR_ENERGY'],
  UAC: ({ m, raw }) => raw['UAC'] ?? get(m, 'u', 0),
  IAC: ({ m, raw }) => raw['IAC'] ?? get(m, 'i', 0),
  ...Object.fromEntries(
    [1, 2, 3].flatMap((n) =>
      ['UDC', 'IDC'].map((name) => [
        n === 1 ? name : `${name}_${n}`,
        ({ m }: Reading) =>
          (m['mppt'] as { n: number; u?: number; i?: number }[] | undefined)?.find((one) => one.n === n)?.[
            name === 'UDC' ? 'u' : 'i'
          ],
      ]),
    ),
  ),
}
const ofMeter: Record<string, (reading: Reading) => unknown> = {
  PowerReal_P_Sum: ({ m }) => m['p'],
  PowerReactive_Q_Sum: ({ m }) => m['q'],
  PowerApparent_S_Sum: ({ m }) => m['s'],
  PowerFactor_Sum: ({ m }) => m['pf'],
  Frequency_Phase_Average: ({ m }) => m['f'],
  EnergyReal_WAC_Plus_Absolute: ({ m }) => m['e_in'],
  EnergyReal_WAC_Minus_Absolute: ({ m }) => m['e_out'],
  ...Object.fromEntries(
    ['EnergyReactive_VArAC_Sum_Consumed', 'EnergyReactive_VArAC_Sum_Produced', 'Meter_Location_Current'].map(
      (name) => [name, ({ raw }: Reading) => raw[name]],
    ),
  ),
  ...Object.fromEntries(
    [1, 2, 3].flatMap((n) => [
      [`PowerReal_P_Phase_${n}`, ({ raw }: Reading) => raw[`PowerReal_P_Phase_${n}`]],
      [`Voltage_AC_Phase_${n}`, ({ m }: Reading) => get(m, 'u', n - 1)],
      [`Current_AC_Phase_${n}`, ({ m }: Reading) => get(m, 'i', n - 1)],
    ]),
  ),
}

/** What readings have no place for. Whatever else is in a capture has to be compared. */
const leftOut: readonly (readonly [RegExp, string])[] = [
  [/^(Site|Inverters|Smartloads|Version)\b/, 'sums of the site, which readings of its devices hold'],
  [/^GET_POWER_FLOW/, 'sums of the site, which readings of its devices hold'],
  [/^LoggerInfo|^GET_LOGGER|^GET_ACTIVE/, 'who the logger is, and its settings'],
  [/^GET_OHMPILOT/, 'a heater, of no kind of device here'],
  [/^GET_\w+_(SYSTEM|INFO)\b|SCOPE_DEVICE_UNSUPPORTED/, 'another page with the same'],
  [/^GET_(METER|STORAGE)_REALTIME_DATA_SCOPE_DEVICE/, 'another page with the same'],
  [
    /timestamp|TimeStamp|\.status\.|^Enable$|^Visible$|LED|led_|Mgmt|StateToReset/,
    'clock, lights and the answer itself',
  ],
  [/^\d+\.\w+$|^Details\./, 'who it is, which probe does not print'],
  [
    /_Phase_\d$|PhaseToPhase|_AC_Sum$|^EnergyReal_WAC_Sum|^Current_AC_Sum$/,
    'lines and sums beside those that are compared',
  ],
]

const pointsOf = (
  values: unknown,
  places: Record<string, (reading: Reading) => unknown>,
  reading: Reading | undefined,
  key?: string,
): Point[] =>
  Object.entries(values as Record<string, unknown>).flatMap(([name, said]): Point[] => {
    const place = places[name]
    if (place !== undefined && reading !== undefined)
      return [{ name, says: plain(key === undefined ? said : get(said, key)), found: place(reading) }]
    return leftOver(leaves(said, name), leftOut)
  })

/** What a state is called on the wire: 7 is the one that gives power. */
const stateOf = (code: unknown): string => (code === 7 ? 'grid' : code === 10 ? 'shutdown' : 'standby')

const homeAssistant = (set: string): FroniusCapture => {
  const files = readdirSync(join(data, folder, 'home-assistant', set)).filter((file) =>
    file.endsWith('.json'),
  )
  const read = (file: string) => readData(`${folder}/home-assistant/${set}/${file}`)
  const pages: Pages = {
    '/solar_api/GetAPIVersion.cgi': jsonPage({ APIVersion: 1, BaseURL: '/solar_api/v1/' }),
  }
  for (const file of files) {
    const name = file.replace(/\.json$/, '')
    const [, id] = /_Device_(\d+)$/.exec(name) ?? []
    const path =
      id !== undefined
        ? `GetInverterRealtimeData.cgi?Scope=Device&DeviceId=${id}&DataCollection=CommonInverterData`
        : name === 'GetMeterRealtimeData'
          ? `${name}.cgi?Scope=System`
          : `${name}.${name.startsWith('GetPowerFlow') ? 'fcgi' : 'cgi'}`
    pages[`/solar_api/v1/${path}`] = jsonPage(read(file))
  }
  return {
    name: `${folder}/home-assistant/${set}`,
    pages,
    points: (readings) => {
      const inverters = readings.filter(({ t }) => t === 'inverter')
      const meter = readings.find(({ t }) => t === 'meter')
      const info = read('GetInverterInfo.json')
      const rows: Record<string, Point[]> = {}
      const ids = Object.keys(get(info, 'Body', 'Data') as object)
      ids.forEach((id, index) => {
        const file = `GetInverterRealtimeData_Device_${id}.json`
        const said = get(read(file), 'Body', 'Data')
        const reading = inverters[index]
        rows[file] = [
          ...pointsOf(
            Object.fromEntries(Object.entries(said as object).filter(([name]) => name !== 'DeviceStatus')),
            ofInverter,
            reading,
            'Value',
          ),
          ...leftOver(
            leaves(get(said, 'DeviceStatus')).filter((name) => /LED|Mgmt|StateToReset/.test(name)),
            leftOut,
          ),
          {
            name: 'ErrorCode',
            says: plain(get(said, 'DeviceStatus', 'ErrorCode')),
            found: reading?.raw['ErrorCode'],
          },
          {
            name: 'InverterState',
            says: plain(get(said, 'DeviceStatus', 'InverterState')),
            found: reading?.raw['InverterState'],
          },
          { name: 'StatusCode', says: stateOf(get(said, 'DeviceStatus', 'StatusCode')), found: reading?.st },
          { name: 'UniqueID', says: plain(get(info, 'Body', 'Data', id, 'UniqueID')), found: reading?.sn },
        ]
      })
      for (const file of files.filter((one) => /Info|PowerFlow/.test(one))) {
        const data = get(read(file), 'Body')
        const inside = get(data, 'Data') ?? data
        rows[file] = leftOver(
          leaves(inside).filter(
            (name) => !/UniqueID$|^Site\.P_Grid$/.test(name) || name.startsWith('Logger'),
          ),
          leftOut,
        )
      }
      const said = get(read('GetMeterRealtimeData.json'), 'Body', 'Data', '0')
      const serial = plain(get(said, 'Details', 'Serial'))
      const who = { name: 'Serial', says: serial === 'n.a.' ? null : serial, found: meter?.sn }
      rows['GetMeterRealtimeData.json'] =
        get(said, 'Meter_Location_Current') === 0
          ? [...pointsOf(said, ofMeter, meter), who]
          : [
              who,
              {
                name: 'P_Grid',
                says: plain(get(read('GetPowerFlowRealtimeData.json'), 'Body', 'Data', 'Site', 'P_Grid')),
                found: meter?.m['p'],
              },
              {
                name: 'PowerReal_P_Sum',
                says: plain(get(said, 'PowerReal_P_Sum')),
                found: meter?.raw['PowerReal_P_Sum'],
              },
              {
                name: 'EnergyReal_WAC_Minus_Relative',
                says: plain(get(said, 'EnergyReal_WAC_Minus_Relative')),
                found: meter?.raw['EnergyReal_WAC_Minus_Relative'],
              },
              ...leftOver(
                leaves(said).filter((name) => /^(Details\.(Man|Model)|Enable|Visible|TimeStamp)/.test(name)),
                leftOut,
              ),
            ]
      return rows
    },
  }
}

/** Names of the origin: `/` stands as `__`, `&` as `,` and `?` as `___`. */
const pyfroniusPages = (version: string): Pages =>
  Object.fromEntries(
    readdirSync(join(data, folder, 'pyfronius'))
      .filter((file) => file.startsWith(`${version}__`))
      .map((file) => [
        `/solar_api/${file
          .slice(version.length + 2)
          .replace(/\.json$/, '')
          .replace('___', '?')
          .replaceAll(',', '&')
          .replace('__', '/')}`,
        jsonPage(readData(`${folder}/pyfronius/${file}`)),
      ]),
  )

const value = (expected: unknown, request: string, ...path: string[]) =>
  plain(get(expected, request, ...path, 'value'))
/** The rest of the values that came, by the names of the requests; units and words of the answers are none. */
const restOf = (expected: unknown, compared: RegExp): Point[] =>
  leftOver(
    leaves(expected).filter((name) => /\.value$|\.Code$/.test(name) && !compared.test(name)),
    leftOut,
  )

const pyfroniusV1 = (): FroniusCapture => ({
  name: `${folder}/pyfronius/v1`,
  pages: pyfroniusPages('v1'),
  points: (readings) => {
    const expected = readData(`${folder}/pyfronius/expected-v1.json`)
    const [inverter, meter, battery] = ['inverter', 'meter', 'battery'].map((kind) =>
      readings.find(({ t }) => t === kind),
    )
    const device = 'GET_INVERTER_REALTIME_DATA_SCOPE_DEVICE'
    const lines = 'GET_INVERTER_REALTIME_3P_DATA_SCOPE_DEVICE'
    const storage = ['GET_STORAGE_REALTIME_DATA_SYSTEM', 'storages', '0'] as const
    return {
      'GetInverterRealtimeData (night)': [
        { name: 'energy_total', says: value(expected, device, 'energy_total'), found: inverter?.m['e_tot'] },
        {
          name: 'energy_day',
          says: value(expected, device, 'energy_day'),
          found: inverter?.raw['DAY_ENERGY'],
        },
        {
          name: 'energy_year',
          says: value(expected, device, 'energy_year'),
          found: inverter?.raw['YEAR_ENERGY'],
        },
        { name: 'power_ac', says: value(expected, device, 'power_ac'), found: inverter?.m['p'] },
        { name: 'status_code', says: stateOf(value(expected, device, 'status_code')), found: inverter?.st },
        {
          name: 'error_code',
          says: value(expected, device, 'error_code'),
          found: inverter?.raw['ErrorCode'],
        },
        {
          name: 'serial_number',
          says: plain(get(expected, 'GET_ACTIVE_DEVICE_INFO', 'inverters', 0, 'serial_number')),
          found: inverter?.sn,
        },
      ],
      'GetInverterRealtimeData (3P)': [1, 2, 3].flatMap((n) => [
        {
          name: `voltage_ac_phase_${n}`,
          says: value(expected, lines, `voltage_ac_phase_${n}`),
          found: get(inverter?.m['u'], n - 1),
        },
        {
          name: `current_ac_phase_${n}`,
          says: value(expected, lines, `current_ac_phase_${n}`),
          found: get(inverter?.m['i'], n - 1),
        },
      ]),
      'GetPowerFlowRealtimeData and GetMeterRealtimeData': [
        {
          name: 'power_grid',
          says: value(expected, 'GET_POWER_FLOW_REALTIME_DATA', 'power_grid'),
          found: meter?.m['p'],
        },
        {
          name: 'power_battery',
          says: value(expected, 'GET_POWER_FLOW_REALTIME_DATA', 'power_battery'),
          found: battery?.m['p'],
        },
        {
          name: 'power_real',
          says: value(expected, 'GET_METER_REALTIME_DATA_SYSTEM', 'meters', '0', 'power_real'),
          found: meter?.raw['PowerReal_P_Sum'],
        },
      ],
      GetStorageRealtimeData: [
        {
          name: 'state_of_charge',
          says: value(expected, ...storage, 'state_of_charge'),
          found: battery?.m['soc'],
        },
        {
          name: 'temperature_cell',
          says: value(expected, ...storage, 'temperature_cell'),
          found: battery?.m['t'],
        },
        {
          name: 'voltage_dc',
          says: value(expected, ...storage, 'voltage_dc'),
          found: battery?.m['u_in'],
        },
        { name: 'serial', says: value(expected, ...storage, 'serial'), found: battery?.sn },
        {
          name: 'capacity_maximum',
          says: value(expected, ...storage, 'capacity_maximum'),
          found: battery?.raw['Capacity_Maximum'],
        },
        {
          name: 'capacity_designed',
          says: value(expected, ...storage, 'capacity_designed'),
          found: battery?.raw['DesignedCapacity'],
        },
        ...restOf(
          expected,
          /REALTIME_DATA_SCOPE_DEVICE\.(energy_|status_code|error_code)|3P_DATA_SCOPE_DEVICE\.\w+_ac_phase|FLOW\w+\.power_(grid|battery)|METER_REALTIME_DATA_SYSTEM\.meters\.0\.power_real|STORAGE_REALTIME_DATA_SYSTEM\.storages\.0\.(capac|volt|state|temp|serial)/,
        ),
      ],
    }
  },
})

const pyfroniusV0 = (): FroniusCapture => ({
  name: `${folder}/pyfronius/v0`,
  pages: pyfroniusPages('v0'),
  points: (readings) => {
    const expected = readData(`${folder}/pyfronius/expected-v0.json`)
    const request = 'GET_INVERTER_REALTIME_DATA_SCOPE_DEVICE'
    const [reading] = readings
    const names: Record<string, string> = {
      energy_day: 'DAY_ENERGY',
      energy_total: 'TOTAL_ENERGY',
      energy_year: 'YEAR_ENERGY',
      frequency_ac: 'FAC',
      current_ac: 'IAC',
      current_dc: 'IDC',
      power_ac: 'PAC',
      voltage_ac: 'UAC',
      voltage_dc: 'UDC',
    }
    return {
      'GetInverterRealtimeData (v0)': [
        ...Object.entries(names).map(([name, own]) => ({
          name,
          says: value(expected, request, name),
          found: reading === undefined ? undefined : ofInverter[own]?.(reading),
        })),
        { name: 'status_code', says: stateOf(value(expected, request, 'status_code')), found: reading?.st },
        {
          name: 'error_code',
          says: value(expected, request, 'error_code'),
          found: reading?.raw['ErrorCode'],
        },
        { name: 'unique_id', says: '123456', found: reading?.sn },
        ...restOf(
          expected,
          /SCOPE_DEVICE\.(energy|frequency|current|power|voltage|status_code|error_code)|inverters\.0\.unique_id/,
        ),
      ],
    }
  },
})

export const froniusCaptures = (): FroniusCapture[] => [
  ...['gen24', 'symo', 'primo_s0'].map(homeAssistant),
  pyfroniusV1(),
  pyfroniusV0(),
]
