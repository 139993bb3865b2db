import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { setClock } from '#tests/edge/set-clock.ts'
import type { ControlWrite, DeviceControls, LimitControl, NumberType } from '../engine/controls.ts'
import { numberOfWords } from '../engine/controls.ts'
import { DeviceError } from '../engine/device-error.ts'
import type { RegisterAccess } from '../engine/device.ts'
import { carryOut } from './carry-out.ts'
import { createLimitKeeper } from './limit-keeper.ts'

const noon = Date.UTC(2026, 10, 23, 11)
const SN = '7E1D3A55'
const [PCT, ENABLE, TIMER] = [40_200, 40_201, 40_202]
const point = (address: number) => ({ address, type: 'u16' as const, order: 'high first' as const, scale: 1 })
const limitPct = (reverts: LimitControl['reverts']): LimitControl => ({
  set: {
    writes: [
      { ...point(PCT), by: 'one', value: 'asked' },
      ...(reverts === null ? [] : [{ ...point(TIMER), by: 'one' as const, value: 'seconds' as const }]),
      { ...point(ENABLE), by: 'one', value: 1 },
    ],
    readBack: [
      { ...point(PCT), value: 'asked' },
      { ...point(ENABLE), value: 1 },
    ],
  },
  lift: {
    writes: [
      { ...point(ENABLE), by: 'one', value: 0 },
      { ...point(PCT), by: 'one', value: 100 },
    ],
    readBack: [{ ...point(ENABLE), value: 0 }],
  },
  min: 10,
  max: 100,
  reverts,
})
const controls = (reverts: LimitControl['reverts']): DeviceControls => ({
  switch: null,
  restart: null,
  limitPct: limitPct(reverts),
  limitW: null,
})

/** An inverter: its registers, its own timer if it has one, and how it lies. */
const inverter = (clock: ReturnType<typeof setClock>, hasTimer: boolean) => {
  const words = new Map([
    [PCT, 100],
    [ENABLE, 0],
    [TIMER, 0],
  ])
  const one = {
    words,
    writes: 0,
    lies: null as 'nothing' | 'other' | 'dead' | 'refuses' | null,
    endsAt: null as number | null,
    registers: {
      read: async (address, count) => {
        if (one.lies === 'dead') throw new DeviceError('timeout', 'It does not answer.')
        if (hasTimer && one.endsAt !== null && clock.mono() >= one.endsAt) words.set(ENABLE, 0)
        return Uint16Array.from({ length: count }, (_, at) => words.get(address + at) ?? 0)
      },
      writeOne: async (address, word) => {
        if (one.lies === 'dead') throw new DeviceError('timeout', 'It does not answer.')
        if (one.lies === 'refuses') throw new DeviceError('exception', 'No.', 2)
        one.writes += 1
        if (one.lies === 'nothing') return
        words.set(address, one.lies === 'other' && address === PCT ? word + 7 : word)
        if (address === ENABLE && word === 1) one.endsAt = clock.mono() + (words.get(TIMER) ?? 0) * 1000
      },
      writeMany: () => Promise.reject(new Error('not by this function')),
    } satisfies RegisterAccess,
  }
  return one
}

const site = (reverts: LimitControl['reverts']) => {
  const clock = setClock(noon)
  const device = inverter(clock, reverts !== null)
  const disk = new Map<string, string>()
  const told: string[] = []
  const toldAt: number[] = []
  const start = () =>
    createLimitKeeper({
      facts: {
        read: (name) => JSON.parse(disk.get(name) ?? 'null') as unknown,
        write: (name, value) => void disk.set(name, JSON.stringify(value)),
      },
      clock,
      controlsOf: () => controls(reverts),
      ratedOf: () => 10_000,
      use: (_, work) => work(device.registers),
      ended: (id, _, by, at) => {
        told.push(`${id} ${by}`)
        toldAt.push(at)
      },
      log: () => {},
    })
  let keeper = start()
  const order = async (limit: { pct: number } | { w: number }, rvrtS: number | null, id = 'c1') => {
    const result = keeper.order(SN, { ...limit, id, rvrtS })
    await clock.advance(10_000)
    return result
  }
  /** The time passes, and what is due is done. */
  const pass = async (seconds: number): Promise<void> => {
    for (let at = 0; at < seconds; at += 10) {
      keeper.tick()
      await clock.advance(10_000)
    }
  }
  return { clock, device, told, toldAt, order, pass, die: () => (keeper = start()) }
}
const limitOf = ({ device }: ReturnType<typeof site>) =>
  device.words.get(ENABLE) === 1 ? (device.words.get(PCT) ?? null) : null
const TIMER_LIMITS = { min: 1, max: 65_534 }

describe('limits', () => {
  it('E4: one is written with the own time of the device, which ends it, and that is told', async () => {
    const one = site(TIMER_LIMITS)
    expect(await one.order({ pct: 60 }, 3_600)).toEqual({ ok: true, after: { limit_pct: 60 } })
    expect([limitOf(one), one.device.words.get(TIMER)]).toEqual([60, 3_600])
    await one.pass(3_500)
    expect([limitOf(one), one.told]).toEqual([60, []])
    await one.pass(200)
    expect([limitOf(one), one.told]).toEqual([null, ['c1 device']])
  })

  it('E4: a longer one is given to the device again and again, until it is over', async () => {
    const one = site({ min: 1, max: 600 })
    await one.order({ w: 3_000 }, 7_200)
    expect([limitOf(one), one.device.words.get(TIMER)]).toEqual([30, 600])
    await one.pass(7_100)
    expect(limitOf(one)).toBe(30)
    await one.pass(200)
    expect([limitOf(one), one.told]).toEqual([null, ['c1 device']])
  })

  it('E4: a device without a timer is released by the edge, four hours later unless said otherwise', async () => {
    const one = site(null)
    await one.order({ pct: 60 }, null)
    await one.pass(14_300)
    expect([limitOf(one), one.told]).toEqual([60, []])
    await one.pass(200)
    expect([limitOf(one), one.told]).toEqual([null, ['c1 gateway']])
  })

  it('E4: renewed it goes on, and only its last order is told to have ended', async () => {
    const one = site(null)
    await one.order({ pct: 60 }, 600, 'c1')
    await one.pass(500)
    await one.order({ pct: 60 }, 600, 'c2')
    await one.pass(500)
    expect([limitOf(one), one.told]).toEqual([60, []])
    await one.pass(200)
    expect([limitOf(one), one.told]).toEqual([null, ['c2 gateway']])
  })

  it('E4: an edge that was dead over its end lifts it at its start; one that was not, goes on', async () => {
    const one = site(null)
    await one.order({ pct: 60 }, 600)
    one.die()
    await one.pass(100)
    expect([limitOf(one), one.told]).toEqual([60, []])
    await one.clock.advance(3_600_000)
    one.die()
    await one.pass(10)
    expect([limitOf(one), one.told]).toEqual([null, ['c1 restart']])
  })

  it('E4: a clock that is put back makes no limit longer', async () => {
    const one = site(null)
    await one.order({ pct: 60 }, 600)
    one.clock.set(noon - 86_400_000)
    one.die()
    await one.pass(620)
    expect([limitOf(one), one.told]).toEqual([null, ['c1 gateway']])
  })

  it('E4: what could not be lifted is tried until it is', async () => {
    const one = site(null)
    await one.order({ pct: 60 }, 600)
    one.device.lies = 'dead'
    await one.pass(7_200)
    expect(one.told).toEqual([])
    one.device.lies = null
    await one.pass(60)
    expect([limitOf(one), one.told]).toEqual([null, ['c1 gateway']])
  })

  it('E4: a device that takes it and does nothing, or something else, refuses or is silent is told truly', async () => {
    const codes: unknown[] = []
    for (const lies of ['nothing', 'other', 'refuses', 'dead'] as const) {
      const one = site(null)
      one.device.lies = lies
      codes.push((await one.order({ pct: 60 }, 600)).code)
    }
    expect(codes).toEqual(['did_nothing', 'other_value', 'refused', 'no_answer'])
  })

  it('E4: a device that started anew has forgotten its limit, and that is told while the time still runs', async () => {
    for (const reverts of [null, TIMER_LIMITS]) {
      const one = site(reverts)
      await one.order({ pct: 60 }, 3_600)
      await one.pass(100)
      one.device.words.set(ENABLE, 0)
      await one.pass(40)
      expect(one.told).toEqual(['c1 device'])
      await one.pass(4_000)
      expect(one.told).toEqual(['c1 device'])
    }
  })

  it('E4: what a device refuses neither ends nor prolongs the limit before it', async () => {
    for (const lies of ['refuses', 'nothing'] as const) {
      const one = site(null)
      await one.order({ pct: 60 }, 600)
      one.device.lies = lies
      await one.order({ pct: 30 }, 7_200, 'c2')
      one.device.lies = null
      await one.pass(500)
      expect([limitOf(one), one.told]).toEqual([60, []])
      await one.pass(100)
      expect([limitOf(one), one.told]).toEqual([null, ['c1 gateway']])
    }
  })

  it('E4: what a device did not take, or took as something else, is over at its end all the same, and is told of by nobody', async () => {
    for (const reverts of [null, TIMER_LIMITS]) {
      const one = site(reverts)
      one.device.lies = 'other'
      expect(await one.order({ pct: 60 }, 600)).toMatchObject({ code: 'other_value' })
      one.device.endsAt = null
      one.device.lies = null
      expect(limitOf(one)).toBe(67)
      await one.pass(640)
      expect([limitOf(one), one.told]).toEqual([null, []])
    }
  })

  it('E4: one that its device ended while the edge was dead ended then, and not when that was found', async () => {
    const one = site(TIMER_LIMITS)
    await one.order({ pct: 60 }, 600)
    await one.clock.advance(3_600_000)
    one.die()
    await one.pass(30)
    expect([one.told, one.toldAt]).toEqual([['c1 device'], [noon + 600_000]])
  })

  it('E4: who lifts a limit that is over has not heard of its end: it is told again, also after a new start', async () => {
    const one = site(TIMER_LIMITS)
    await one.order({ pct: 60 }, 600)
    await one.pass(620)
    one.die()
    await one.order({ pct: 100 }, null, 'c9')
    expect(one.told).toEqual(['c1 device', 'c1 device'])
    expect(one.toldAt).toEqual([noon + 600_000, noon + 600_000])
    await one.order({ pct: 50 }, 600, 'c10')
    await one.order({ pct: 100 }, null, 'c11')
    expect(one.told).toHaveLength(2)
  })

  it('E4: a new start shortly before the end of a limit does not put it off', async () => {
    const one = site(null)
    await one.order({ pct: 60 }, 600)
    await one.pass(570)
    one.die()
    await one.pass(30)
    expect([limitOf(one), one.told]).toEqual([null, ['c1 gateway']])
  })

  it('E4: a new start gives no device a limit again that its own timer ends', async () => {
    const one = site(TIMER_LIMITS)
    await one.order({ pct: 60 }, 3_600)
    const { writes } = one.device
    one.die()
    await one.pass(100)
    expect(one.device.writes).toBe(writes)
  })

  it('E4: beyond what the device takes, or is rated for, nothing is written', async () => {
    const one = site(null)
    for (const limit of [{ pct: 5 }, { w: 900 }, { w: 12_000 }])
      expect(await one.order(limit, 600)).toEqual({ ok: false, code: 'out_of_range' })
    expect(one.device.writes).toBe(0)
  })

  it('E4: all of its power lifts a limit, and nothing is told to have ended later', async () => {
    const one = site(null)
    await one.order({ pct: 60 }, 600)
    expect(await one.order({ pct: 100 }, null, 'c2')).toMatchObject({ ok: true, after: { limit_pct: 100 } })
    expect(limitOf(one)).toBeNull()
    await one.pass(1_000)
    expect(one.told).toEqual([])
  })

  it('E4: of 100,000 random orders and settings none writes outside the points that are named and what they hold', async () => {
    const type = fc.constantFrom<NumberType>('u16', 'i16', 'u32', 'i32', 'f32')
    const number = fc.record({
      address: fc.integer({ min: 0, max: 65_500 }),
      type,
      order: fc.constantFrom('high first' as const, 'low first' as const),
      scale: fc.constantFrom(0.01, 0.1, 1, 10, 100),
      value: fc.oneof(
        fc.constantFrom('asked' as const, 'seconds' as const),
        fc.integer({ min: -70_000, max: 70_000 }),
      ),
      by: fc.constantFrom('one' as const, 'many' as const),
    })
    const control = fc.record({ writes: fc.array(number, { maxLength: 4 }), readBack: fc.constant([]) })
    const given = fc.record({
      asked: fc.oneof(fc.double(), fc.integer({ min: -10, max: 200_000 })),
      seconds: fc.oneof(fc.double(), fc.integer({ min: -10, max: 900_000 })),
    })
    let written = 0
    await fc.assert(
      fc.asyncProperty(control, given, async (one, values) => {
        const left = [...one.writes]
        const judge = (address: number, words: readonly number[], by: 'one' | 'many'): Promise<void> => {
          const named: ControlWrite | undefined = left.shift()
          expect([named?.address, named?.by]).toEqual([address, by])
          if (named === undefined) return Promise.resolve()
          const wide = ['u32', 'i32', 'f32'].includes(named.type)
          expect(words.length).toBe(wide ? 2 : 1)
          expect(words.every((word) => Number.isInteger(word) && word >= 0 && word <= 0xffff)).toBe(true)
          const meant =
            named.value === 'asked' ? values.asked : named.value === 'seconds' ? values.seconds : named.value
          const rounding = named.type === 'f32' ? Math.abs(meant) * 1e-6 + 1e-30 : named.scale * 0.5 + 1e-6
          expect(Math.abs(numberOfWords(named, words) - meant) <= rounding || Math.abs(meant) > 1e37).toBe(
            true,
          )
          written += 1
          return Promise.resolve()
        }
        const registers: RegisterAccess = {
          read: (_, count) => Promise.resolve(new Uint16Array(count)),
          writeOne: (address, word) => judge(address, [word], 'one'),
          writeMany: (address, words) => judge(address, words, 'many'),
        }
        const { outcome } = await carryOut(registers, one, values, () => Promise.resolve())
        // All of it, or nothing at all.
        expect(left).toHaveLength(outcome === 'out_of_range' ? one.writes.length : 0)
      }),
      { numRuns: 100_000 },
    )
    expect(written).toBeGreaterThan(10_000)
  })
})
