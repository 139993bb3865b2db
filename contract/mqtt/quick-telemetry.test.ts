import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { quickTelemetry } from './quick-telemetry.ts'
import { telemetry } from './telemetry.ts'

const plain = {
  v: 1,
  boot: '9f3c61d07ab2e415',
  seq: 1042,
  ts: 1755600300000,
  hist: false,
  d: [
    {
      sn: 'SE17K7E1DBB39',
      ts: 1755600299000,
      st: 'grid',
      raw: { St: 4, text: 'x', on: true, none: null },
      m: {
        p: 865,
        q: -22,
        f: 49.98,
        t: 38.9,
        p_dc: 884,
        e_tot: 43934840,
        u_in: 1,
        i_in: 1,
        u_out: 1,
        i_out: 1,
        rssi: -70,
        irr: 800,
        u: [230.1, null, 230.4],
        i: [1],
        closed: true,
        keepalive: null,
        mppt: [{ n: 1, u: 746.9, i: 1.18, p: null }],
        str: [{ n: 3, i: 7.2 }],
        al: [0, 16],
        s: 866,
        pf: 0.999,
        riso: 1480,
        p_pv: 884,
        e_pv: 43934840,
        soc: 61.5,
      },
    },
    { sn: '4-9A57A2L', m: {} },
  ],
}

/** Values that stand at the edge of some rule. */
const odd = fc.oneof(
  fc.constantFrom(null, true, '', 'x'.repeat(33), 'x'.repeat(65), 'grid', 'dreaming', ' se17 ', 'a-b'),
  fc.constantFrom(0, -1, 1, 2, 1.5, 1000, 1001, 100_000, 100_001, 1e9, 1e9 + 1, 2 ** 53, 2 ** 53 - 1, 1e300),
  fc.constantFrom(
    [],
    [1],
    [1, 2, 3, 4],
    [null],
    ['x'],
    [[1]],
    [{}],
    [{ n: 0 }],
    [{ n: 1, x: 1 }],
    [{ n: 1, u: 1 }],
  ),
  fc.constantFrom(
    {},
    { St: {} },
    { a: 1 },
    Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`k${n}`, n])),
  ),
  fc.double(),
)
/** Where something else is put: a path into the message. */
const places: (string | number)[][] = [
  ...['v', 'boot', 'seq', 'ts', 'hist', 'd', 'more'].map((name) => [name]),
  ...['sn', 'ts', 'st', 'raw', 'm', 'more'].map((name) => ['d', 0, name]),
  ...[...Object.keys(plain.d[0]?.m ?? {}), 'more'].map((name) => ['d', 0, 'm', name]),
  ...['n', 'u', 'i', 'p', 'more'].map((name) => ['d', 0, 'm', 'mppt', 0, name]),
  ...['n', 'i', 'u', 'more'].map((name) => ['d', 0, 'm', 'str', 0, name]),
  ['d', 0, 'm', 'al', 0],
  ...['St', 'x'.repeat(33)].map((name) => ['d', 0, 'raw', name]),
  ['d', 0, 'm', 'u', 0],
]

const put = (path: readonly (string | number)[], value: unknown): unknown => {
  const body = structuredClone(plain) as unknown
  let at = body as Record<string | number, unknown>
  for (const step of path.slice(0, -1)) at = at[step] as Record<string | number, unknown>
  at[path.at(-1) ?? ''] = value
  // As it would arrive.
  return JSON.parse(JSON.stringify(body)) as unknown
}

describe('the short way for telemetry', () => {
  it('takes what is written as the contract has it', () => {
    expect(quickTelemetry(plain)).toEqual(plain)
    expect(z.parse(telemetry, plain)).toEqual(plain)
  })

  it('never takes what the schema would refuse or change', () => {
    let taken = 0
    fc.assert(
      fc.property(fc.constantFrom(...places), odd, (path, value) => {
        const body = put(path, value)
        const quick = quickTelemetry(body)
        if (quick === null) return
        taken += 1
        expect(z.safeParse(telemetry, body)).toEqual({ success: true, data: quick })
      }),
      { numRuns: 20_000 },
    )
    expect(taken).toBeGreaterThan(1_000)
  })

  it('leaves to the schema a key that would become a prototype', () => {
    const text = JSON.stringify(plain)
    for (const from of ['"St":4', '"p":865', '"seq":1042'])
      expect(quickTelemetry(JSON.parse(text.replace(from, `${from},"__proto__":{"x":1}`)))).toBeNull()
  })
})
