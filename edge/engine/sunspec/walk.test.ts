import { describe, expect, it } from 'vitest'
import { deviceAt } from '#tests/edge/registers.ts'
import { DeviceError } from '../device-error.ts'
import { readChain } from './walk.ts'

const none = (count: number): number[] => Array.from({ length: count }, () => 0)
const marker = [0x5375, 0x6e53]
const end = [0xffff, 0]
/** "Fr" as maker, a serial "7", without the pad. */
const common = [1, 65, 0x4672, ...none(15), 0x4d, ...none(39), 0x3700, ...none(9)]
const shortCommon = [...common.slice(0, 67), ...none(67 - common.length)]
/** 103: W 1234 at W_SF -1, everything else not there. */
const body = Array.from({ length: 50 }, () => 0x8000)
body[12] = 1234
body[13] = 0xffff
const inverter = [103, 50, ...body]
const unknown = [64_001, 3, 9, 9, 9]
const chain = [...marker, ...shortCommon, ...unknown, ...inverter, ...end]

/** An input of 160. */
const input = (amperes: number) => [...none(9), amperes, ...none(10)]

const said = async (words: readonly number[], base = 40_000, longest = 125): Promise<string> =>
  readChain(deviceAt(base, words), longest).then(
    (models) => models.map(({ id }) => id).join(),
    (error: unknown) => (error instanceof DeviceError ? `${error.reason}: ${error.message}` : String(error)),
  )

describe('a chain of SunSpec models', () => {
  it.each([40_000, 50_000, 0])('is found at %i, unknown models passed over by their length', async (base) => {
    const models = await readChain(deviceAt(base, chain))
    expect(models.map(({ id }) => id)).toEqual([1, 64_001, 103])
    expect(models[0]?.decoded?.values['Mn']).toBe('Fr')
    expect(models[1]?.decoded).toBeNull()
    expect(models[2]?.decoded?.values['W']).toBe(123.4)
    expect(models[2]?.decoded?.values['VA']).toBeNull()
  })

  it('ends with the mark alone, where a device has no length behind it', async () => {
    expect(await said(chain.slice(0, -1))).toBe('1,64001,103')
  })

  it('is refused in words where it contradicts itself', async () => {
    const lying = (id: number[], length: number) => [
      ...marker,
      ...shortCommon,
      ...id,
      length,
      ...body,
      ...end,
    ]
    expect(await said(lying([103], 47))).toMatch(/model 103 at 40069 cannot have 47 registers/)
    expect(await said(lying([103], 51))).toMatch(/cannot have 51/)
    expect(await said([...marker, 64_001, 60_000, ...end])).toMatch(/runs past register 65535/)
    expect(await said([...marker, 64_001, 2, 1, 1, 0, 0])).toMatch(/no model begins at 40006/)
    expect(await said([...marker, ...shortCommon])).toMatch(/no end stands there/)
    const endless = Array.from({ length: 2_000 }, (_, index) => (index % 2 === 0 ? 64_001 : 0))
    expect(await said([...marker, ...endless])).toMatch(/more than 256 models/)
    expect(await said([7, 7])).toMatch(/not_sunspec: .*40000, 50000 and 0/)
    expect(await said([...marker, 160, 9, ...none(8), ...end])).toMatch(/model 160 at 40002 cannot have 9/)
  })

  it('passes over a model of a draft, and says so', async () => {
    const models = await readChain(deviceAt(0, [...marker, 701, 100, ...none(100), ...inverter, ...end]))
    expect(models.map(({ trouble }) => trouble)).toEqual([
      'It follows a draft: model 701 at 2 cannot have 100 registers.',
      null,
    ])
  })

  it('asks for shorter blocks where a device refuses long ones, and loses only what it refuses', async () => {
    const limited = (most: number) =>
      deviceAt(40_000, chain, (_, count) => {
        if (count > most) throw new DeviceError('exception', 'Too long.', 2)
      })
    const whole = await readChain(limited(40))
    expect(whole.at(-1)?.decoded?.values['W']).toBe(123.4)
    const refused = await readChain(
      deviceAt(40_000, chain, (address, count) => {
        if (address + count > 40_004 && address < 40_069) throw new DeviceError('exception', 'No.', 2)
      }),
    )
    expect(refused.map(({ trouble }) => trouble)).toEqual([
      'The device refuses to read model 1 at 40002.',
      null,
      null,
    ])
  })

  it('is read as far as a device has its registers: what it lacks is unknown', async () => {
    const lacks = [
      [40_002, 40_003],
      [40_020, 40_068],
      [40_070, 40_070],
      [40_100, 40_200],
    ]
    const second = [...chain.slice(0, 69), ...inverter, ...shortCommon, ...inverter]
    for (const isZero of [false, true]) {
      const words = isZero
        ? second.map((word, at) =>
            lacks.some(([from = 0, to = 0]) => at >= from - 40_000 && at <= to - 40_000) ? 0 : word,
          )
        : second
      const models = await readChain(
        deviceAt(40_000, words, (address, count) => {
          const isHole = lacks.some(([from = 0, to = 0]) => address <= to && address + count > from)
          if (isHole && !isZero) throw new DeviceError('exception', 'No.', 2)
        }),
      )
      expect(models.map(({ id, address }) => [id, address])).toEqual([
        [1, 40_002],
        [103, 40_069],
      ])
      expect(models[0]?.decoded?.values).toMatchObject({ Mn: 'Fr', SN: null })
      expect(models[1]?.decoded?.values).toMatchObject({ W: 123.4, VA: null })
    }
  })

  it('without its end is told as far as it goes', async () => {
    expect(await said(chain.slice(0, -2))).toBe('1,64001,103')
    expect(await said([...chain.slice(0, -2), ...none(8)])).toBe('1,64001,103')
  })

  it('has models with more registers than the definition, or fewer, where the next one follows', async () => {
    const long = await readChain(deviceAt(0, [...marker, 103, 52, ...body, 7, 7, ...inverter, ...end]))
    expect(long.map(({ decoded }) => decoded?.values['W'])).toEqual([123.4, 123.4])
    const short = await readChain(deviceAt(0, [...marker, 103, 20, ...body.slice(0, 20), ...end]))
    expect(short[0]?.decoded?.values).toMatchObject({ W: 123.4, WH: null, St: null })
    const inputs = (counted: number, spare: number) => {
      const fixed = [160, 48 + spare, ...none(6), counted, 0]
      return [...marker, ...fixed, ...input(30), ...input(31), ...none(spare), ...end]
    }
    const counts = await Promise.all(
      [inputs(2, 0), inputs(1, 0), inputs(2, 1), inputs(0xffff, 0)].map(async (words) => {
        const [model] = await readChain(deviceAt(0, words))
        return model?.decoded?.groups.map(({ DCA }) => DCA)
      }),
    )
    expect(counts).toEqual([[30, 31], [30], [30, 31], [30, 31]])
  })

  it.each([39_999, 40_001])('is found at %i, where its numbers were taken for addresses', async (base) => {
    expect(await said(chain, base)).toBe('1,64001,103')
  })

  it('gives up at once what is no refusal of registers: another unit is not another address', async () => {
    const asked: number[] = []
    const gateway = deviceAt(40_000, chain, (address) => {
      asked.push(address)
      throw new DeviceError('exception', 'No such unit.', 11)
    })
    await expect(readChain(gateway)).rejects.toThrow('No such unit.')
    expect(asked).toEqual([40_000])
  })
})

describe('a model that takes several requests', () => {
  /** 160 with eight inputs of 20 registers: DCW 100 each, DCW_SF at offset 4. */
  const inputs = Array.from({ length: 8 }, () => {
    const input = none(20)
    input[11] = 100
    return input
  }).flat()
  const trackers = [...marker, 160, 168, 0, 0, 0, 0, 0, 0, 8, 0, ...inputs, ...end]

  it('is never cut inside a group, nor longer than a device takes', async () => {
    const counts: number[] = []
    await readChain(
      deviceAt(0, trackers, (_, count) => counts.push(count)),
      125,
    )
    expect(counts.filter((count) => count > 2)).toEqual([110, 60, 110])
  })

  it('never mixes a value with a scale factor of another time', async () => {
    for (let at = 3; at < 9; at += 1) {
      const words = [...trackers]
      let reads = 0
      const dusk = deviceAt(0, words, () => {
        reads += 1
        if (reads !== at) return
        words[6] = 0xffff
        for (let input = 0; input < 8; input += 1) words[12 + input * 20 + 11] = 1_000
      })
      const [model] = await readChain(dusk)
      expect(model?.decoded?.groups.map(({ DCW }) => DCW)).toEqual(Array.from({ length: 8 }, () => 100))
    }
  })

  it('is refused when its scale factors never rest', async () => {
    const words = [...trackers]
    const restless = deviceAt(0, words, () => {
      words[6] = ((words[6] ?? 0) + 1) % 3
    })
    await expect(readChain(restless)).rejects.toThrow(/changed at each of 4 readings/)
  })
})
