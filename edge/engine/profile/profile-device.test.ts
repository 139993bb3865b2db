import { describe, expect, it } from 'vitest'
import { telemetryItem } from '#contract/mqtt/telemetry.ts'
import { DeviceError } from '../device-error.ts'
import type { ReadableRegisters } from '../device.ts'
import { ProfileDevice } from './profile-device.ts'
import { device, points, profile, readOnce, zeros } from './profile.fixture.ts'

describe('registers of a profile', () => {
  it('become metrics, by type, order of words, offset, scale, unit and direction', async () => {
    const reading = await readOnce(
      points(
        { at: 0, is: 'i16', scale: 10, unit: 'W', turned: true, to: 'p' },
        { at: 1, is: 'u32', order: 'low first', scale: 0.1, unit: 'kWh', to: 'e_tot' },
        { at: 3, is: 'u16', offset: -1000, scale: 0.1, unit: 'C', to: 't' },
        { at: 4, is: 'f32', order: 'low first', unit: 'Hz', to: 'f' },
        { at: 6, is: 'i16', scaledBy: 7, unit: 'var', to: 'q' },
        { at: 8, is: 'u16', scale: 0.001, unit: 'MOhm', to: 'riso' },
        { at: 9, is: 'u16', scale: 0.1, unit: 'V', to: 'u.3' },
        { at: 10, is: 'u16', scale: 0.01, unit: 'A', to: 'str.12.i' },
        { at: 11, is: 'u16', scale: 0.1, unit: 'V', to: 'mppt.2.u' },
        { at: 12, is: 'bits16', mask: 0x0f00, to: 'about.mppt' },
        { at: 13, is: 'text', words: 3, to: 'about.sn' },
        { at: 16, is: 'u32', order: 'low first', apart: 18, scale: 0.1, unit: 'kWh', to: 'e_in' },
        { at: 19, is: 'u16', names: { 7: 'M7' }, to: 'about.model' },
      ),
      {
        ...zeros(40),
        0: 0xff9c,
        1: 5,
        2: 1,
        3: 1350,
        4: 0x0000,
        5: 0x4248,
        6: 0xfff6,
        7: 0xffff,
        8: 1500,
        9: 2301,
        10: 812,
        11: 4213,
        12: 0x0301,
        13: 0x4142,
        14: 0x3132,
        15: 0x0000,
        16: 1,
        17: 99,
        18: 2,
        19: 7,
      },
    )
    expect(reading).toMatchObject({
      sn: 'AB12',
      about: { model: 'M7', mppt: 3, brand: 'Maker' },
      m: {
        p: 1000,
        e_tot: 6_554_100,
        t: 35,
        f: 50,
        q: -1,
        riso: 1500,
        u: [null, null, 230.1],
        str: [{ n: 12, i: 8.12 }],
        mppt: [{ n: 2, u: 421.3 }],
        e_in: 13_107_300,
      },
    })
    expect(telemetryItem.safeParse(reading).success).toBe(true)
  })

  it('that mean "no value" are left out, and never 0', async () => {
    const reading = await readOnce(
      points(
        { at: 0, is: 'u16', unit: 'W', to: 'p' },
        { at: 1, is: 'i16', unit: 'var', to: 'q' },
        { at: 2, is: 'u32', unit: 'VA', to: 's' },
        { at: 4, is: 'f32', unit: 'Hz', to: 'f' },
        { at: 6, is: 'i16', none: [0x7fff], unit: 'C', to: 't' },
        { at: 7, is: 'u16', unit: 'Wh', zeroIsNone: true, to: 'e_tot' },
        { at: 8, is: 'text', words: 2, to: 'about.sn' },
        { at: 10, is: 'u16', scaledBy: 11, unit: 'V', to: 'u.1' },
        { at: 12, is: 'u16', to: 'raw.There' },
      ),
      {
        ...zeros(40),
        0: 0xffff,
        1: 0x8000,
        2: 0xffff,
        3: 0xffff,
        4: 0x7fc0,
        6: 0x7fff,
        8: 0xffff,
        9: 0xffff,
        10: 230,
        11: 0x8000,
      },
    )
    expect(reading).toMatchObject({ sn: null, m: {}, raw: { There: 0 } })
    expect(reading?.m).toEqual({})
  })

  it('that a device has not are found out once, and left out from then on', async () => {
    const words: Record<number, number> = { 0: 5, 3: 2301, 4: 2302, 30: 7 }
    const { registers, asked } = device(words)
    const all = points(
      { at: 0, is: 'u16', unit: 'W', to: 'p' },
      { at: 1, is: 'u16', unit: 'var', to: 'q' },
      { at: 3, is: 'u16', scale: 0.1, unit: 'V', to: 'u.1' },
      { at: 4, is: 'u16', scale: 0.1, unit: 'V', to: 'u.2' },
      { at: 20, is: 'u32', unit: 'VA', to: 's' },
      { at: 30, is: 'u16', to: 'raw.Status' },
    )
    const one = new ProfileDevice(profile(all), undefined)
    const first = await one.read(registers, 0)
    expect(first.readings[0]).toMatchObject({ m: { p: 5, u: [230.1, 230.2] }, raw: { Status: 7 } })
    const before = asked.length
    await one.read(registers, 1000)
    expect(asked.slice(before)).toEqual(['holding 0+1', 'holding 3+2', 'holding 30+1'])
    // Some are there only by day: after an hour they are asked for again.
    words[1] = 9
    expect((await one.read(registers, 3_600_001)).readings[0]?.m.q).toBe(9)
  })

  it('that are not answered are lost alone, and left out when that goes on', async () => {
    const asked: number[] = []
    const told = new Map([
      [0, 7],
      [20, 50],
    ])
    const quiet = new Set([10])
    const registers: ReadableRegisters = {
      read: (address) => {
        asked.push(address)
        const word = told.get(address)
        if (word === undefined || quiet.has(address))
          return Promise.reject(new DeviceError('timeout', 'It is silent.'))
        return Promise.resolve(Uint16Array.of(word))
      },
    }
    const one = new ProfileDevice(
      profile(
        points(
          { at: 0, is: 'u16', unit: 'W', to: 'p' },
          { at: 10, is: 'u16', unit: 'C', to: 't' },
          { at: 20, is: 'u16', unit: 'Hz', to: 'f' },
        ),
        { blocks: [0, 10, 20].map((at) => ({ at, count: 1 })) },
      ),
      undefined,
    )
    for (let n = 0; n < 3; n += 1)
      expect((await one.read(registers, n)).readings[0]?.m).toEqual({ p: 7, f: 50 })
    expect(asked).toEqual([0, 10, 20, 0, 10, 20, 0, 20])
    // One that answers nothing is asked for two of its blocks and no more.
    quiet.add(0).add(20)
    asked.length = 0
    await expect(one.read(registers, 3_600_000)).rejects.toMatchObject({ reason: 'timeout' })
    expect(asked).toEqual([0, 10])
  })

  it('of a device that has none of them, and a trouble of the line, are told', async () => {
    const one = new ProfileDevice(profile({}), undefined)
    await expect(one.read(device({}).registers, 0)).rejects.toMatchObject({ exception: 2 })
    const silent = { read: () => Promise.reject(new DeviceError('timeout', 'It is silent.')) }
    await expect(one.read(silent, 0)).rejects.toMatchObject({ reason: 'timeout' })
  })

  it('are asked for in blocks no longer than it likes, and never through a value', async () => {
    const { registers, asked } = device(zeros(40))
    const all = points(
      { at: 0, is: 'u16', to: 'raw.A' },
      { at: 3, is: 'u32', to: 'raw.B' },
      { at: 5, is: 'u16', to: 'raw.C' },
    )
    await new ProfileDevice(profile(all), 4).read(registers, 0)
    expect(asked).toEqual(['holding 0+1', 'holding 3+3'])
  })

  it('that are zeros alone after they counted, or ones alone, were not read', async () => {
    const counter = { at: 0, is: 'u32', unit: 'Wh', to: 'e_tot' } as const
    const all = points(counter, ...[2, 3, 4, 5].map((at) => ({ at, is: 'i16', to: `raw.W${at}` }) as const))
    const { registers, words } = device({ ...zeros(40), 1: 500, 2: 1 })
    const one = new ProfileDevice(profile(all), undefined)
    expect((await one.read(registers, 0)).readings[0]?.m).toEqual({ e_tot: 500 })
    Object.assign(words, zeros(40))
    await expect(one.read(registers, 1)).rejects.toMatchObject({ reason: 'contradiction' })
    Object.assign(words, Object.fromEntries(Array.from({ length: 40 }, (_, at) => [at, 0xffff])))
    await expect(one.read(registers, 2)).rejects.toMatchObject({ reason: 'contradiction' })
    Object.assign(words, zeros(40), { 1: 501 })
    expect((await one.read(registers, 3)).readings[0]?.m).toEqual({ e_tot: 501 })
  })

  it('of a device that answers zeros to long blocks are asked for in short ones', async () => {
    const asked: number[] = []
    const registers: ReadableRegisters = {
      read: (address, count) => {
        asked.push(count)
        return Promise.resolve(
          Uint16Array.from({ length: count }, (_, at) => (count > 10 ? 0 : address + at)),
        )
      },
    }
    const all = points({ at: 1, is: 'u16', to: 'raw.A' }, { at: 30, is: 'u16', to: 'raw.B' })
    const manners = { ...profile({}).manners, zerosRefuse: [10, 1] }
    const report = await new ProfileDevice(profile(all, { manners }), undefined).read(registers, 0)
    expect(report.readings[0]?.raw).toEqual({ A: 1, B: 30 })
    expect(asked).toEqual([30, 1, 1])
  })

  it('of a nameplate are read now and then', async () => {
    const { registers, asked } = device({ 0: 5, 30: 0x4100 })
    const more = {
      blocks: [
        { at: 0, count: 1 },
        { at: 30, count: 1, everyS: 60 },
      ],
    }
    const all = points({ at: 0, is: 'u16', to: 'raw.A' }, { at: 30, is: 'text', words: 1, to: 'about.sn' })
    const one = new ProfileDevice(profile(all, more), undefined)
    for (const now of [0, 1_000, 59_000, 61_000])
      expect((await one.read(registers, now)).readings[0]?.sn).toBe('A')
    expect(asked.filter((request) => request === 'holding 30+1').length).toBe(2)
  })
})
