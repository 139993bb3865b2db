import { describe, expect, it } from 'vitest'
import { DeviceError } from './engine/device-error.ts'
import type { ReadableRegisters } from './engine/device.ts'
import type { DeviceReport } from './engine/reading.ts'
import { ReadBeside } from './read-beside.ts'

const RATED = 57_666
/** A float as batteries of SolarEdge write it: low word first. */
const float = (value: number): [number, number] => {
  const view = new DataView(new ArrayBuffer(4))
  view.setFloat32(0, value)
  return [view.getUint16(2), view.getUint16(0)]
}
const floats = (all: Record<number, number>): Map<number, number> =>
  new Map(
    Object.entries(all).flatMap(([at, value]) =>
      float(value).map((word, index): [number, number] => [Number(at) + index, word]),
    ),
  )
const registersOf = (words: ReadonlyMap<number, number>) => {
  const asked: number[] = []
  const registers: ReadableRegisters = {
    read: (address, count) => {
      asked.push(address)
      const found = Array.from({ length: count }, (_, at) => words.get(address + at))
      return found.every((word) => word !== undefined)
        ? Promise.resolve(Uint16Array.from(found))
        : Promise.reject(new DeviceError('exception', 'It has no such registers.', 2))
    },
  }
  return { registers, asked }
}
const report = (brand: string): DeviceReport => ({ profile: 'sunspec', brand, model: null, readings: [] })
const battery = floats({ [RATED]: 9_800, 57_716: 1_200, 57_732: 55.5 })

describe('what stands beside SunSpec models', () => {
  it('is a battery of SolarEdge, also where only some of its registers are known', async () => {
    const { registers } = registersOf(battery)
    const { readings } = await new ReadBeside(registers, undefined).with(report('SolarEdge '), 0)
    expect(readings).toMatchObject([{ sn: null, t: 'battery', m: { p: -1_200, soc: 55.5 } }])
  })

  it('is not looked for with other makers, and is looked for again after an hour', async () => {
    const words = new Map<number, number>()
    const { registers, asked } = registersOf(words)
    await new ReadBeside(registers, undefined).with(report('Fronius'), 0)
    expect(asked).toEqual([])
    const beside = new ReadBeside(registers, undefined)
    expect((await beside.with(report('SolarEdge'), 0)).readings).toEqual([])
    const before = asked.length
    for (const [at, word] of battery) words.set(at, word)
    expect((await beside.with(report('SolarEdge'), 3_599_999)).readings).toEqual([])
    expect(asked.length).toBe(before)
    expect((await beside.with(report('SolarEdge'), 3_600_000)).readings).toHaveLength(1)
  })

  it('loses nothing of an inverter of which no battery is known, and is not asked at each reading', async () => {
    let asked = 0
    const silent = {
      read: () => {
        asked += 1
        return Promise.reject(new DeviceError('timeout', 'Nothing.'))
      },
    }
    const beside = new ReadBeside(silent, undefined)
    expect(await beside.with(report('SolarEdge'), 0)).toEqual(report('SolarEdge'))
    const before = asked
    expect(await beside.with(report('SolarEdge'), 10_000)).toEqual(report('SolarEdge'))
    expect(asked).toBe(before)
  })
})

const inverter = (p: number, p_dc: number): DeviceReport => ({
  ...report('SolarEdge'),
  readings: [
    {
      sn: '1',
      t: 'inverter',
      st: 'grid',
      m: { p, p_dc },
      raw: {},
      about: { brand: 'SolarEdge', model: null, sw: null, ratedW: null, mppt: null, strings: null },
      alarms: null,
      controls: null,
    },
  ],
})

describe('an inverter with batteries beside its models', () => {
  it.each([
    ['its DC power with what charges them', 3_060, 1_500, 4_560],
    ['nothing at night, when they give', 1_490, -1_500, 0],
  ])('makes what its modules give: %s', async (_, dc, charging, modules) => {
    const { registers } = registersOf(floats({ [RATED]: 9_800, 57_716: charging }))
    const { readings } = await new ReadBeside(registers, undefined).with(inverter(3_000, dc), 0)
    expect(readings.map(({ t, m }) => ({ t, p: m.p, pv: m.p_pv }))).toEqual([
      { t: 'inverter', p: 3_000, pv: modules },
      { t: 'battery', p: 0 - charging, pv: undefined },
    ])
  })

  it('says nothing of its modules while a battery does not say its power', async () => {
    const { registers } = registersOf(floats({ [RATED]: 9_800, 57_732: 50 }))
    const { readings } = await new ReadBeside(registers, undefined).with(inverter(3_000, 3_060), 0)
    expect(readings[0]?.m).toEqual({ p: 3_000, p_dc: 3_060 })
  })

  it('has no reading while one of them is not heard: it would seem to make what that gives', async () => {
    const { registers } = registersOf(battery)
    let isDeaf = false
    const line: ReadableRegisters = {
      read: (address, count) =>
        isDeaf ? Promise.reject(new DeviceError('timeout', 'Nothing.')) : registers.read(address, count),
    }
    const beside = new ReadBeside(line, undefined)
    await beside.with(inverter(3_000, 3_060), 0)
    isDeaf = true
    await expect(beside.with(inverter(3_000, 3_060), 10_000)).rejects.toMatchObject({ reason: 'timeout' })
    isDeaf = false
    expect((await beside.with(inverter(3_000, 3_060), 20_000)).readings).toHaveLength(2)
  })

  it('is read alone when one was taken away, which is looked for at once', async () => {
    const words = new Map(battery)
    const { registers } = registersOf(words)
    const beside = new ReadBeside(registers, undefined)
    expect((await beside.with(inverter(3_000, 3_060), 0)).readings).toHaveLength(2)
    words.clear()
    expect((await beside.with(inverter(3_000, 3_060), 10_000)).readings).toHaveLength(1)
    for (const [at, word] of battery) words.set(at, word)
    expect((await beside.with(inverter(3_000, 3_060), 20_000)).readings).toHaveLength(2)
  })
})
