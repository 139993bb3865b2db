import { describe, expect, it } from 'vitest'
import { ProfileDevice } from './profile-device.ts'
import type { ProfilePart } from './profile-schema.ts'
import { device, points, profile, readOnce, zeros } from './profile.fixture.ts'

describe('what a profile makes of them', () => {
  it('counts only where its condition holds, and else falls back', async () => {
    const all = points(
      { at: 0, is: 'u16', to: 'raw.Kind' },
      { at: 1, is: 'u16', unit: 'V', when: { of: 'raw.Kind', notIn: [2] }, to: 'u.1' },
      { at: 1, is: 'u16', unit: 'V', when: { of: 'raw.Kind', in: [2] }, to: 'raw.Uab' },
      { at: 2, is: 'u16', unit: 'Hz', to: 'f' },
      { at: 3, is: 'u16', unit: 'Hz', fallback: true, to: 'f' },
    )
    const one = await readOnce(all, { ...zeros(40), 0: 1, 1: 230, 2: 50, 3: 49 })
    expect(one).toMatchObject({ m: { u: [230], f: 50 } })
    const two = await readOnce(all, { ...zeros(40), 0: 2, 1: 400, 2: 0xffff, 3: 49 })
    expect(two?.m).toEqual({ f: 49 })
    expect(two?.raw).toEqual({ Kind: 2, Uab: 400 })
  })

  it('E3: a counter in kWh beside one in Wh, and one in tenths of kWh, are the same energy', async () => {
    const all = points(
      { at: 0, is: 'u32', unit: 'kWh', to: 'e_tot' },
      { at: 2, is: 'u32', unit: 'Wh', to: 'e_in' },
      { at: 4, is: 'u16', scale: 0.1, unit: 'kWh', to: 'e_day' },
      { at: 5, is: 'u32', unit: 'MWh', to: 'e_out' },
    )
    const words = { ...zeros(40), 0: 0, 1: 43_934, 2: 670, 3: 25_480, 4: 439, 5: 0, 6: 44 }
    expect((await readOnce(all, words))?.m).toEqual({
      e_tot: 43_934_000,
      e_in: 43_934_600,
      e_day: 43_900,
      e_out: 44_000_000,
    })
  })

  it('are sums of what is known, and differences and products of what is wholly known', async () => {
    const part: Partial<ProfilePart> = {
      points: [
        { at: 0, is: 'u16', scale: 0.1, unit: 'V', to: 'mppt.1.u' },
        { at: 1, is: 'u16', scale: 0.1, unit: 'A', to: 'mppt.1.i' },
        { at: 2, is: 'u16', unit: 'W', to: 'mppt.2.p' },
        { at: 3, is: 'u16', to: 'raw.In' },
        { at: 4, is: 'u16', to: 'raw.Out' },
      ],
      derived: [
        { to: 'mppt.1.p', product: ['mppt.1.u', 'mppt.1.i'] },
        { to: 'p_pv', sum: ['mppt.1.p', 'mppt.2.p'] },
        { to: 'p', sum: ['raw.In'], minus: ['raw.Out'] },
      ],
    }
    expect((await readOnce(part, { ...zeros(40), 0: 4213, 1: 83, 2: 0xffff, 3: 5, 4: 9 }))?.m).toMatchObject({
      mppt: [{ n: 1, u: 421.3, i: 8.3, p: 3496.79 }],
      p_pv: 3496.79,
      p: -4,
    })
    expect((await readOnce(part, { ...zeros(40), 0: 0xffff, 2: 7, 3: 5, 4: 0xffff }))?.m).toEqual({
      mppt: [
        { n: 1, i: 0 },
        { n: 2, p: 7 },
      ],
      p_pv: 7,
    })
  })

  it('are states by code or by bit, and none where it is not known', async () => {
    const part: Partial<ProfilePart> = {
      points: [
        { at: 0, is: 'u16', to: 'raw.State' },
        { at: 1, is: 'bits16', to: 'raw.Bits' },
      ],
      states: [
        { of: 'raw.State', by: 'code', are: { 7: 'curtailed' } },
        { of: 'raw.Bits', by: 'bit', are: { 3: 'shutdown', 5: 'grid' } },
      ],
    }
    const st = async (state: number, bits: number) =>
      (await readOnce(part, { ...zeros(40), 0: state, 1: bits }))?.st
    expect(await Promise.all([st(7, 0), st(8, 0b10_1000), st(8, 0b10_0000), st(8, 1)])).toEqual([
      'curtailed',
      'shutdown',
      'grid',
      null,
    ])
  })

  it('are alarms by bit and by code, and a code that is kept only in its states', async () => {
    const part: Partial<ProfilePart> = {
      points: [
        { at: 0, is: 'bits32', to: 'raw.Bits' },
        { at: 2, is: 'u16', to: 'raw.Code' },
        { at: 3, is: 'u16', to: 'raw.State' },
      ],
      alarms: [
        { by: 'bit', of: 'raw.Bits', codes: { 0: '2062' }, first: 1, prefix: 'b', ignore: [4] },
        { by: 'code', of: 'raw.Code', none: [0], when: { of: 'raw.State', in: [3] } },
      ],
    }
    const said = async (words: Record<number, number>) => {
      const reading = await readOnce(part, { ...zeros(40), ...words })
      return [reading?.alarms?.map(({ code, lvl }) => `${code} ${lvl}`), reading?.m.al]
    }
    expect(await said({ 0: 0x8000, 1: 0b1_0011, 2: 39, 3: 3 })).toEqual([
      ['maker.b2062 important', 'maker.b2 important', 'maker.b32 important', 'maker.39 important'],
      [0x8000_0013],
    ])
    expect(await said({ 2: 39, 3: 1 })).toEqual([[], [0]])
    // What is not known ends no alarm.
    expect((await said({ 2: 0xffff, 3: 3 }))[0]).toBeUndefined()
  })

  it('is no part of a device that says nothing but 0 of it, until it said more once', async () => {
    const one = new ProfileDevice(
      profile(
        {},
        {
          parts: [
            { t: 'inverter', points: [{ at: 0, is: 'u16', unit: 'W', to: 'p' }] },
            { t: 'meter', points: [{ at: 1, is: 'i16', unit: 'W', to: 'p' }], thereWith: ['p'] },
          ],
        },
      ),
      undefined,
    )
    const { registers, words } = device(zeros(40))
    const kinds = async () => (await one.read(registers, 0)).readings.map(({ t }) => t)
    expect(await kinds()).toEqual(['inverter'])
    words[1] = 0xfff0
    expect(await kinds()).toEqual(['inverter', 'meter'])
    words[1] = 0
    expect(await kinds()).toEqual(['inverter', 'meter'])
  })
})
