import { describe, expect, it } from 'vitest'
import { telemetryItem } from '#contract/mqtt/telemetry.ts'
import { mapSunSpec } from './map-sunspec.ts'
import type { Values } from './sunspec/decode.ts'
import type { ReadModel } from './sunspec/walk.ts'

const read = (id: number, values: Values, groups: Values[] = []): ReadModel => ({
  id,
  address: 0,
  length: 0,
  decoded: { values, groups, notAccumulated: new Set() },
  trouble: null,
})
const common = read(1, { Mn: 'Maker', Md: 'Box 16', SN: 'B-1' })
const boxOf = (values: Values, groups: Values[] = []) =>
  mapSunSpec([common, read(404, values, groups)]).readings[0]

describe('the reading of a combiner', () => {
  it('has the current of each string by its number, and what all of them give', () => {
    const box = boxOf({ DCW: 9_800, DCV: 700, DCA: 14, Tmp: 41, Evt: 0 }, [
      { InID: 3, InDCA: 7.1, InEvt: 0 },
      { InID: 5, InDCA: null, InEvt: 0 },
      { InID: 4, InDCA: -0.1, InEvt: 0 },
    ])
    expect(box).toMatchObject({
      sn: 'B-1',
      t: 'combiner',
      st: null,
      about: { brand: 'Maker', model: 'Box 16', strings: 3 },
      alarms: [],
    })
    expect(box?.m).toEqual({
      p_dc: 9_800,
      u_in: 700,
      i_in: 14,
      t: 41,
      str: [
        { n: 3, i: 7.1 },
        { n: 4, i: -0.1 },
      ],
    })
    expect(telemetryItem.safeParse({ sn: 'B-1', ts: 1, seq: 1, t: 'combiner', m: box?.m }).success).toBe(true)
  })

  it.each([
    [[{ InDCA: 1 }, { InID: 2, InDCA: 2 }]],
    [
      [
        { InID: 2, InDCA: 1 },
        { InID: 2, InDCA: 2 },
      ],
    ],
    [
      [
        { InID: 0, InDCA: 1 },
        { InID: 1, InDCA: 2 },
      ],
    ],
  ])('counts strings by their order where their numbers say nothing: %j', (groups) => {
    expect(boxOf({}, groups)?.m.str).toEqual([
      { n: 1, i: 1 },
      { n: 2, i: 2 },
    ])
  })

  it('tells an alarm once, of the box or of whichever strings', () => {
    const groups = [
      { InID: 1, InDCA: 0, InEvt: 1 << 8 },
      { InID: 2, InDCA: 0, InEvt: (1 << 8) | (1 << 13) },
    ]
    expect(boxOf({ Evt: 1 << 10 }, groups)?.alarms).toMatchObject([
      { code: 'sunspec.c10', lvl: 'important', ctx: { Evt: 1 << 10 } },
      { code: 'sunspec.c8', ctx: { 'InEvt.1': 1 << 8 } },
      { code: 'sunspec.c13', ctx: { 'InEvt.2': (1 << 8) | (1 << 13) } },
    ])
    expect(boxOf({ Evt: null }, [{ InID: 1, InDCA: 0, InEvt: null }])?.alarms).toBeNull()
    // With the highest bit set all others mean nothing.
    expect(boxOf({ Evt: 0xffff_fffe }, [])?.alarms).toEqual([])
  })
})
