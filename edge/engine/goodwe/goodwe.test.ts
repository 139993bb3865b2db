import { describe, expect, it } from 'vitest'
import { DeviceError } from '../device-error.ts'
import { GoodWe } from './read-goodwe.ts'
import { goodWeAlarms } from './said.ts'
import { block, textOf } from './words.ts'

type Registers = Record<number, Record<number, number>>

/** An inverter in memory: what it does not have it refuses, or is silent; units that it does not have are silent. */
const inverter = (units: Registers, lengths: Record<number, number>, refuses = true) => {
  const asked: string[] = []
  const device = new GoodWe({
    unit: (unit) => ({
      read: (first, count) => {
        asked.push(`${unit}:${first}`)
        const registers = units[unit]
        if (registers === undefined) return Promise.reject(new DeviceError('timeout', 'silent'))
        if (lengths[first] !== count)
          return Promise.reject(
            refuses ? new DeviceError('exception', 'none', 2) : new DeviceError('timeout', 'silent'),
          )
        return Promise.resolve(
          Uint16Array.from({ length: count }, (_, index) => registers[first + index] ?? 0xffff),
        )
      },
    }),
    aa55: null,
  })
  return { device, asked }
}
/** Two letters a register. */
const letters = (first: number, text: string): Record<number, number> =>
  Object.fromEntries(
    Array.from({ length: text.length / 2 }, (_, index) => [
      first + index,
      (text.charCodeAt(index * 2) << 8) | text.charCodeAt(index * 2 + 1),
    ]),
  )

describe('an inverter of GoodWe', () => {
  it('that is a hybrid tells modules, battery and meter apart, with the signs of the wire', async () => {
    const { device, asked } = inverter(
      {
        247: {
          35_001: 10_000,
          ...letters(35_003, '9010KETU000W0000'),
          35_103: 4000,
          35_104: 55,
          35_105: 0,
          35_106: 2200,
          35_121: 2301,
          35_138: 0xff38,
          35_182: 0xffff,
          35_183: 0xff00,
          35_184: 3,
          35_187: 1,
          35_189: 0,
          35_190: 1 << 9,
          35_191: 1,
          35_192: 0,
          36_004: 1,
          36_025: 0xffff,
          36_026: 0xff9c,
          36_015: 0x4624,
          36_016: 0x4980,
          37_007: 55,
          37_003: 0x7fff,
        },
      },
      { 35_000: 33, 35_100: 125, 36_000: 45, 37_000: 24 },
    )
    const { profile, readings } = await device.read()
    expect(profile).toBe('goodwe-et')
    expect(readings.map(({ sn, t, st, m, alarms }) => [sn, t, st, m, alarms])).toEqual([
      [
        '9010KETU000W0000',
        'inverter',
        'grid',
        { p: -200, u: [230.1], p_pv: 2200, e_pv: 6_553_600, mppt: [{ n: 1, u: 400, i: 5.5, p: 2200 }] },
        [{ code: 'goodwe.9', lvl: 'emergent', ctx: { error_codes: 512 } }],
      ],
      [null, 'battery', null, { p: -256, soc: 55 }, null],
      [null, 'meter', null, { p: 100, e_out: 10_514.375 }, null],
    ])
    asked.length = 0
    await device.read()
    expect(asked).toEqual(['247:35100', '247:36000', '247:37000'])
  })

  const running = { 30_118: 2301, 30_124: 5001, 30_127: 0, 30_128: 4321, 30_129: 1, 30_145: 0, 30_146: 77 }

  it.each([true, false])('that does not say who it is says what it does (refusing: %s)', async (refuses) => {
    const { device, asked } = inverter({ 127: running }, { 30_100: 73 }, refuses)
    const { profile, model, readings } = await device.read()
    expect({ profile, model }).toEqual({ profile: 'goodwe-dt', model: null })
    expect(readings).toMatchObject([{ sn: null, st: 'grid', m: { p: 4321, f: 50.01, e_tot: 7700 } }])
    await device.read()
    asked.length = 0
    // Who it is it is asked again, the meter that it never told of not.
    await device.read()
    expect(asked).toEqual(['127:30001', '127:30100'])
  })

  it('that names itself later has its serial from then on', async () => {
    const lengths: Record<number, number> = { 30_100: 73 }
    const { device } = inverter({ 127: { ...running, ...letters(30_004, '5010KDTU000W0000') } }, lengths)
    expect((await device.read()).readings[0]?.sn).toBeNull()
    lengths[30_001] = 40
    expect((await device.read()).readings[0]?.sn).toBe('5010KDTU000W0000')
  })

  it('that never answers, or answers as somebody else, is a trouble in words', async () => {
    await expect(inverter({}, {}).device.read()).rejects.toMatchObject({ reason: 'timeout' })
    await expect(
      inverter({ 247: {}, 127: {} }, { 35_000: 33, 30_001: 40 }).device.read(),
    ).rejects.toMatchObject({
      reason: 'unrecognised',
    })
  })

  it('names the bits of its error word', () => {
    expect(goodWeAlarms(null)).toBeNull()
    expect(goodWeAlarms(0)).toEqual([])
    expect(goodWeAlarms(0x8004_2000)?.map(({ code, lvl }) => [code, lvl])).toEqual([
      ['goodwe.13', 'important'],
      ['goodwe.18', 'emergent'],
      ['goodwe.31', 'emergent'],
    ])
  })

  it('says no value with all bits set, and none beyond what was read', () => {
    const { u16, s16, u32, s32, f32 } = block(100, Uint16Array.from([0xffff, 0xffff, 0xfffe, 0x7fc0, 0]))
    expect([u16(100), s16(100), u32(100), s32(100), u16(105), u32(104), f32(103), s16(102)]).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      -2,
    ])
    expect(textOf([...Buffer.from('GW10K-ET  ')])).toBe('GW10K-ET')
    expect(textOf([0, 71, 0, 87, 0, 53])).toBe('GW5')
    expect(textOf([255, 255, 0, 0])).toBeNull()
  })
})
