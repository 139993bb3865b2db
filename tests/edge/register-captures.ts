import type { DeviceReport } from '#edge/engine/reading.ts'
import type { Point } from './compared.ts'
import { readData } from './definitions.ts'
import type { Served } from './emulator.ts'

type Exchange = {
  address: number
  words: number[]
  value?: number
  what?: string
  expected?: { model: string }
}
export type RegisterCapture = {
  file: string
  /** null = it is recognised. */
  profile: string | null
  serve: Served
  points: (report: DeviceReport) => Point[]
}

const exchangesOf = (file: string): Exchange[] => (readData(file) as { exchanges: Exchange[] }).exchanges
const blocksOf = (exchanges: readonly Exchange[]): Record<string, number[]> =>
  Object.fromEntries(exchanges.map(({ address, words }) => [address, words]))

/** Where the registers that are known of it stand in readings. */
const sma = (): RegisterCapture => {
  const file = 'sunspec-dumps/sma-tripower-8-se.json'
  const exchanges = exchangesOf(file)
  const blocks = blocksOf(exchanges)
  return {
    file,
    // The registers by which it is recognised are not among those that came.
    profile: 'sma',
    serve: { holding: blocks, input: blocks },
    points: ({ readings }) => {
      const of = (kind: string) => readings.find(({ t }) => t === kind)
      const [inverter, battery] = [of('inverter'), of('battery')]
      const found: Record<number, unknown> = {
        30961: inverter?.m.mppt?.find(({ n }) => n === 2)?.p,
        30513: inverter?.m.e_tot,
        31393: battery?.raw['Charging'],
        31395: battery?.raw['Discharging'],
        31401: battery?.m.e_dis,
        30845: battery?.m.soc,
      }
      return [
        ...exchanges.map(({ address, value, what }) => ({
          name: `${address} ${what}`,
          says: value ?? null,
          found: found[address],
        })),
        // Logged at the same second.
        { name: 'battery power', says: 0, found: battery?.m.p },
      ]
    },
  }
}

const huawei = (): RegisterCapture => {
  const file = 'sunspec-dumps/huawei-sun2000-10ktl-m1-identity.json'
  const exchanges = exchangesOf(file)
  return {
    file,
    profile: null,
    serve: { holding: blocksOf(exchanges) },
    points: ({ profile, model, readings }) => [
      { name: 'profile', says: 'huawei-sun2000', found: profile },
      { name: 'model', says: exchanges[0]?.expected?.model ?? null, found: model },
      // The rest was not captured: nothing is invented.
      { name: 'serial', says: null, found: readings[0]?.sn },
      { name: 'power', says: null, found: readings[0]?.m.p },
    ],
  }
}

export const registerCaptures = (): RegisterCapture[] => [sma(), huawei()]
