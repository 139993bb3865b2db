import { describe, expect, it } from 'vitest'
import { controlLimits, isTail, needsSecond, tailOf } from './control-limits.ts'
import { controlAct } from './control-act.ts'
import { actOf, argsOf, canDo, controlOps, mayGoDespite } from './control-ops.ts'
import { reachOf } from './control-reach.ts'

const inverter = { id: 'i1', ratedW: 10_000, powerW: 4_000, optimizers: 20, shutdowns: 20 }
const part = (kind: 'optimizer' | 'shutdown', n: number, parentId = 'i1') =>
  Array.from({ length: n }, (_, at) => ({ id: `${kind}${at}`, kind, parentId }) as const)
const whole = { id: 'i1', kind: 'inverter', parentId: null } as const

describe('how much power an act reaches', () => {
  it.each([
    ['an inverter', [whole], 10_000, 4_000],
    ['half of its optimizers', part('optimizer', 10), 5_000, 2_000],
    [
      'optimizers and shutdown devices of the same modules',
      [...part('optimizer', 10), ...part('shutdown', 5)],
      5_000,
      2_000,
    ],
    ['the inverter with all behind it', [whole, ...part('optimizer', 20)], 10_000, 4_000],
    ['a gateway', [{ id: 'g', kind: 'gateway', parentId: null } as const], 0, 0],
  ])('%s', (_, targets, ratedW, powerW) => {
    expect(reachOf(targets, [inverter], 99)).toEqual({ ratedW, powerW })
  })

  it('takes an unknown rating for no small one, and unknown power for unknown', () => {
    const unknown = { ...inverter, ratedW: null, powerW: null }
    expect(reachOf([whole], [unknown], 80_000)).toEqual({ ratedW: 80_000, powerW: null })
  })
})

describe('the brakes', () => {
  it('C9: asks for a second person above the number of devices or the power, not at it', () => {
    const { secondDevices, secondW } = controlLimits
    expect([
      needsSecond(secondDevices, secondW, controlLimits),
      needsSecond(secondDevices + 1, 0, controlLimits),
      needsSecond(1, secondW + 1, controlLimits),
    ]).toEqual([false, true, true])
  })

  it.each([
    ['bb39', true],
    ['BB 39', true],
    ['1DBB39', true],
    ['39', false],
    ['', false],
    ['BB38', false],
  ])('C9: %j as the end of SE17K7E1-DBB39: %s', (typed, right) => {
    expect(isTail(typed, 'SE17K7E1-DBB39')).toBe(right)
    expect(isTail(tailOf('SE17K7E1-DBB39'), 'SE17K7E1-DBB39')).toBe(true)
  })

  it('lets nothing but opening shutdown devices go although somebody works there', () => {
    expect(mayGoDespite({ op: 'switch', on: false }, ['shutdown'])).toBe(true)
    expect(mayGoDespite({ op: 'switch', on: true }, ['shutdown'])).toBe(false)
    expect(mayGoDespite({ op: 'switch', on: false }, ['shutdown', 'inverter'])).toBe(false)
    expect(mayGoDespite({ op: 'limit' }, ['shutdown'])).toBe(false)
    expect(mayGoDespite({ op: 'switch', on: false }, [])).toBe(false)
  })
})

describe('who can do what', () => {
  it('is one table', () => {
    const able = controlOps.map((op) =>
      (['gateway', 'inverter', 'optimizer', 'shutdown'] as const).filter((kind) => canDo(op, kind)).join(),
    )
    expect(able).toEqual([
      'inverter,optimizer,shutdown',
      'inverter',
      'gateway,inverter',
      'gateway',
      'gateway,inverter,optimizer,shutdown',
    ])
  })

  it.each([
    [{ op: 'limit', pct: 0 }, true],
    [{ op: 'limit', pct: 100 }, true],
    [{ op: 'limit', pct: 101 }, false],
    [{ op: 'limit', pct: -1 }, false],
    [{ op: 'limit', pct: 12.5 }, false],
    [{ op: 'set', report_s: 299 }, false],
    [{ op: 'set', report_s: 300 }, true],
    [{ op: 'set', report_s: 14_400 }, true],
    [{ op: 'set', report_s: 14_401 }, false],
    [{ op: 'switch' }, false],
    [{ op: 'restart', on: true }, false],
  ])('%j: %s', (act, right) => {
    const { success, data } = controlAct.safeParse(act)
    expect(success).toBe(right)
    expect(data && actOf(data.op, argsOf(data))).toEqual(data)
  })

  it('makes no act of a reading, nor of arguments that are none', () => {
    expect([actOf('read', {}), actOf('switch', {}), actOf('limit', { pct: '5' })]).toEqual([null, null, null])
  })
})
