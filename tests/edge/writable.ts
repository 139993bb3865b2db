import { families } from './families.ts'
import type { Served } from './emulator.ts'
import { encodeList } from './register-lists.ts'
import { immediateControls, smallInverter } from './small-inverter.ts'

/** What may be written to a register, by the maker's own lists: single values, or from and to. */
type Span = { from: number; to: number } | { only: readonly number[] }
export type Rule = Span | (Span & { pair: Span })
export type WritableDevice = Served & {
  profile: string
  allowed: Readonly<Record<number, Rule>>
}

const either = (...only: number[]): Rule => ({ only })
const upTo = (to: number): Rule => ({ from: 0, to })
/** Two registers that say one number. */
const pair = (span: Span): Rule => ({ only: [], pair: span })

/**
 * By hand from the lists of registers in `data/`, and from no profile: what is written beside it is an error of ours.
 * W of the rated power of Huawei is that of `families.ts`.
 */
const rules: Readonly<Record<string, Readonly<Record<number, Rule>>>> = {
  'huawei-sun2000': {
    40_125: upTo(1_000),
    40_126: pair(upTo(50_000)),
    40_200: either(1),
    40_201: either(1),
  },
  'sungrow-sg': { 5_005: either(0xcf, 0xce), 5_006: either(0xaa, 0x55), 5_007: upTo(1_000) },
  'sungrow-sh': { 13_088: either(0xaa, 0x55), 13_089: upTo(1_000) },
  growatt: { 0: either(0, 1), 3: { only: [...Array.from({ length: 101 }, (_, n) => n), 255] } },
  'growatt-tlx': { 0: either(0, 1), 3: { only: [...Array.from({ length: 101 }, (_, n) => n), 255] } },
  'deye-string': { 40: upTo(100), 43: either(0, 1) },
  'deye-micro': { 40: upTo(100), 43: either(0, 1) },
  sma: {
    40_210: pair({ only: [1_079, 303] }),
    41_253: pair({ only: [1_467, 381] }),
    41_255: upTo(10_000),
  },
}
/** Model 123 behind `smallInverter`: connection, share of power, its timer, switch of the limit. */
const sunspec: Readonly<Record<number, Rule>> = {
  40_126: either(0, 1),
  40_127: upTo(100),
  40_129: { from: 1, to: 65_534 },
  40_131: either(0, 1),
}

export const ruledProfiles = Object.keys(rules)

/** A device of each profile that can be written to, with the registers that can. */
export const writableDevices = (): WritableDevice[] => [
  {
    profile: 'sunspec',
    holding: { 40_000: smallInverter({ sn: 'WRT-1', models: [immediateControls()] }) },
    allowed: sunspec,
  },
  ...families.flatMap(({ profile, asked }): WritableDevice[] => {
    const allowed = rules[profile]
    if (allowed === undefined) return []
    const { holding = {}, input = {} } = encodeList({ ...asked, seed: 0 })
    const written = Object.entries(allowed).map(([at, rule]) => [
      at,
      Array.from({ length: 'pair' in rule ? 2 : 1 }, () => 0),
    ])
    return [{ profile, holding: { ...Object.fromEntries(written), ...holding }, input, allowed }]
  }),
]
