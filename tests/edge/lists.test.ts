import { describe, expect, it } from 'vitest'
import type { Profile, ProfilePoint } from '#edge/engine/profile/profile-schema.ts'
import type { ReportedState } from '#contract/mqtt/telemetry.ts'
import { makerWords } from '#domain/alarms/maker-codes.ts'
import { allProfiles } from '#edge/profiles/all-profiles.ts'
import { families } from './families.ts'
import { listRows, type ListRow } from './list-rows.ts'
import { hasLists, noLists } from './register-lists.ts'

/**
 * The lists of registers, row by row, against the points of profiles: what a profile reads at an address has the list's
 * type, words, scale and unit, and what it does not read is named here with its reason.
 */
const types: Readonly<Record<string, readonly ProfilePoint['is'][]>> = {
  uint16: ['u16', 'bits16'],
  int16: ['i16'],
  uint32: ['u32', 'bits32'],
  int32: ['i32'],
  uint64: ['u64', 'bits64'],
  string: ['text'],
  bits: ['bits16'],
}
/** Units that are none, and other names of the same. */
const unitOf = (unit: string): string => (['code', 'bits', ''].includes(unit) ? '' : unit)

/** Rows that no point is for, by profile and what the row says: why. */
const unread: readonly (readonly [profile: RegExp, row: RegExp, why: string])[] = [
  [/^huawei/, /^30070 /, 'the number of the model says what its name says'],
  [/^huawei/, /^3209[13] /, 'when it started and stopped today, of which there is no metric'],
  [/^huawei/, /^4741\d export/, 'limits of what is fed in, which are another setting'],
  [/^huawei/, /SmartLogger|EMMA|SDongle/, 'sums of loggers, at units of their own'],
  [/^growatt/, /^30 unit id/, 'its own address, which it was asked at'],
  [/^solis$/, / hybrid: /, 'of hybrids, which have a profile of their own'],
  [/^solis-hybrid$/, /^(2999|3\d{3}) /, 'of string inverters, which have a profile of their own'],
  [/^deye-hybrid-1p/, /^245 /, 'a setting of what is fed in'],
  [/^deye-micro$/, /^7[58] .*L3/, 'of string inverters; micro-inverters have one line'],
  [/^deye-hybrid/, /^\d+ .* \(string and micro\)$/, 'of string and micro-inverters, at the same addresses'],
]
/** Rows that a point reads otherwise. */
const otherwise: readonly (readonly [profile: RegExp, row: RegExp, what: string, why: string])[] = [
  [/^huawei/, /^30073 /, 'u32 for int32', 'a rating is never below 0, and both marks of "none" are known'],
  [/^sungrow-sg/, /^5030 /, 'i32 for uint32', 'a few watts drawn at night would be 4 GW'],
  [/^solis$/, /^3004 /, 'i32 for uint32', 'a few watts drawn at night would be 4 GW'],
  [/^growatt/, /^23 serial/, '5 words for 1', 'the list says ten characters and gives one register'],
  [
    /^deye-hybrid-1p/,
    /^7[48] .* \(string and micro\)$/,
    'kWh',
    'of string inverters; these are counters of hybrids',
  ],
  [
    /^deye-micro/,
    /^7[47] /,
    'kWh',
    'of string inverters alone; these are counters of inputs on micro-inverters',
  ],
  [
    /^deye-micro/,
    /^90 /,
    'scale 0.01 for 0.1',
    'the file of micro-inverters scales by 0.01, and the list has that of string inverters',
  ],
]

const rowsOf = (profile: string): ListRow[] => {
  const family = families.find((one) => one.profile === profile)
  if (family === undefined) throw new Error(`no list of ${profile}`)
  const { file, family: own, more } = family.asked
  return [
    ...listRows(file).filter((row) => own === undefined || own.includes(row['family'] ?? '')),
    ...(more === undefined
      ? []
      : listRows(more.file).filter((row) => more.only.includes(Number(row['address'])))),
  ].filter(({ fc }) => fc === '3' || fc === '4')
}

const number = (text: string): number => Number(/^[\d.]+/.exec(text)?.[0] ?? 1)
const troubleOf = (point: ProfilePoint, row: ListRow, order: string): string[] => {
  const { type = '', scale = '', unit = '', words = '', word_order, meaning = '' } = row
  const offset = Number(/raw minus (\d+)/.exec(meaning)?.[1] ?? 0)
  return [
    ...(types[type]?.includes(point.is) === true ? [] : [`is ${point.is} for ${type}`]),
    ...(point.is === 'text' || (point.scale ?? 1) === number(scale)
      ? []
      : [`scale ${point.scale} for ${scale}`]),
    ...(unitOf(point.unit ?? '') === unitOf(unit)
      ? []
      : [`unit ${point.unit ?? 'none'} for ${unit || 'none'}`]),
    ...((point.offset ?? 0) === -offset ? [] : [`offset ${point.offset} for ${-offset}`]),
    ...(point.is !== 'text' || words === '' || point.words === Number(words)
      ? []
      : [`${point.words} words for ${words}`]),
    ...(word_order === undefined || word_order === '' || (point.order ?? order) === word_order
      ? []
      : [`${point.order ?? order} for ${word_order}`]),
  ]
}

const writesAt = (profile: Profile, at: number) =>
  profile.parts
    .flatMap(({ controls: { switch: onOff, restart, limitPct, limitW } = {} }) =>
      [onOff?.on, onOff?.off, restart, limitPct?.set, limitPct?.lift, limitW?.set, limitW?.lift].flatMap(
        (control) => control?.writes ?? [],
      ),
    )
    .filter((write) => write.at === at)

describe('the lists of registers', () => {
  it.skipIf(!hasLists).each(families.map(({ profile }) => [profile]))('%s reads what they say', (name) => {
    const profile = allProfiles.find((one) => one.name === name)
    if (profile === undefined) throw new Error(`no profile ${name}`)
    const points = profile.parts.flatMap((part) => part.points)
    const found: string[] = []
    let read = 0
    for (const row of rowsOf(name)) {
      const table = row['fc'] === '3' ? 'holding' : 'input'
      const text = `${row['address']} ${row['what']}`
      const full = `${text} (${row['family'] ?? ''})`
      const own = points.filter(
        (point) => point.at === Number(row['address']) && (point.table ?? profile.table) === table,
      )
      if (own.length === 0) {
        const writes = writesAt(profile, Number(row['address']))
        const isWritten = writes.some(({ scale = 1 }) => scale === Number(row['scale'] || 1))
        if (isWritten) read += 1
        else if (!unread.some(([who, what]) => who.test(name) && what.test(full)))
          found.push(`${text}: ${writes.length > 0 ? 'written with another scale' : 'not read'}`)
        continue
      }
      read += 1
      const troubles = own.map((point) => troubleOf(point, row, profile.order))
      if (troubles.some((trouble) => trouble.length === 0)) continue
      const said = troubles[0]?.join(', ') ?? ''
      if (!otherwise.some(([who, what, how]) => who.test(name) && what.test(full) && said.includes(how)))
        found.push(`${text}: ${said}`)
    }
    expect(found).toEqual([])
    expect(read).toBeGreaterThan(2)
  })
  if (!hasLists) console.log(noLists)
})

/** What the words of a list mean, first match first; null = nothing is said of it. */
type Meanings = readonly (readonly [RegExp, ReportedState])[]
const meaningIn = (meanings: Meanings, words: string): ReportedState | null =>
  meanings.find(([pattern]) => pattern.test(words))?.[1] ?? null
const statesOf = (name: string, of: string): Readonly<Record<string, ReportedState>> => {
  const parts = allProfiles.find((one) => one.name === name)?.parts.filter(({ t }) => t === 'inverter')
  return Object.assign(
    {},
    ...(parts ?? []).flatMap(({ states = [] }) =>
      states.filter((one) => one.of === of).map(({ are }) => are),
    ),
  ) as Record<string, ReportedState>
}

const codeOf = (row: ListRow): string => row['decimal'] ?? row['code'] ?? ''

describe.skipIf(!hasLists)('the lists of states', () => {
  it.each<[string, string, string, Meanings]>([
    [
      'huawei-sun2000',
      'raw.Status',
      'huawei-status.csv',
      [
        [/too little DC power|battery empty/, 'standby'],
        [/^stopped/, 'shutdown'],
        [/limit/, 'curtailed'],
        [/^feeding|^running|^grid support/, 'grid'],
        [/./, 'standby'],
      ],
    ],
    [
      'sungrow-sg',
      'raw.WorkState',
      'sungrow-states.csv',
      [
        [/derated|by dispatch/, 'curtailed'],
        [/^runs?\b|forced/, 'grid'],
        [/standby|^starting|restarting|open loop|charges without grid/, 'standby'],
        [/./, 'shutdown'],
      ],
    ],
    [
      'sungrow-sh',
      'raw.RunningState',
      'sungrow-states.csv',
      [
        [/derated|by dispatch/, 'curtailed'],
        [/^runs?\b|forced/, 'grid'],
        [/standby|^starting|restarting|open loop|charges without grid/, 'standby'],
        [/./, 'shutdown'],
      ],
    ],
    [
      'growatt',
      'raw.Derating',
      'growatt-derating.csv',
      // Tests and what is wired otherwise are no limits, and neither is what has no number of W.
      [[/ high$| hot$| low$|limit|set by the user/, 'curtailed']],
    ],
    [
      'solis',
      'raw.Status',
      'solis-status.csv',
      [
        [/^derated/, 'curtailed'],
        [/generating|bypass.*inverter/, 'grid'],
        [/^(normal|open loop|waiting|bypass|standby|self test|setting|updating)/, 'standby'],
        [/./, 'shutdown'],
      ],
    ],
  ])('%s: each row of %s is what %s says', (name, of, file, meanings) => {
    const ours = statesOf(name, of)
    const rows = listRows(file)
    // A surge and a fan are alarms, and no source says whether it goes on.
    const unsaid = file === 'solis-status.csv' ? ['61456', '61457'] : []
    const wrong = rows
      .filter((row) => !unsaid.includes(codeOf(row)))
      .flatMap((row) => {
        const [code, { meaning = '' }] = [codeOf(row), row]
        const state = ours[code] ?? null
        return state === meaningIn(meanings, meaning) ? [] : [`${code} ${meaning}: ${state ?? 'no state'}`]
      })
    expect(wrong).toEqual([])
    expect(Object.keys(ours).filter((code) => !rows.some((row) => codeOf(row) === code))).toEqual([])
  })
})

/** Words that are of no use in a comparison. */
const idle = new Set([
  'the',
  'of',
  'is',
  'in',
  'its',
  'a',
  'for',
  'an',
  'too',
  'was',
  'not',
  'do',
  'and',
  'or',
  'to',
  'by',
  'at',
])
/** What lists say in other words. */
const alike: readonly (readonly [RegExp, string])[] = [
  [/\b(gone|lost|no grid)\b/g, 'lost'],
  [/\b(islanding|island)\b/g, 'island'],
  [/\bcommands?\b/g, 'command'],
  [/\bshort(ed)?\b/g, 'short'],
  [/\b(boost|booster)\b/g, 'boost'],
  [/\bover(current|voltage)\b/g, '$1 high'],
  [/\bhot\b/g, 'temperature high'],
  [/\bcold\b/g, 'temperature low'],
  [/\bunequal\b/g, 'imbalance'],
  [/\b(wrong|disturbed)\b/g, 'fault'],
  [/\bdisturbance\b/g, 'fault'],
  [/\bmust be cleared by hand\b/g, 'manual'],
  [/\bfound (active|passive)ly\b/g, '$1 detection'],
  [/\bpart in the output\b/g, 'injection'],
  [/\bcan give little\b/g, 'low discharge'],
  [/\bcurrent over\b/g, 'current limit'],
  [/\bearth(ed|ing)?\b/g, 'earth'],
  [/\bcontrollers?\b/g, 'controller'],
  [/\bmodules?\b/g, 'module'],
  [/\bstrings?\b/g, 'string'],
  [/\bphases?\b/g, 'phase'],
  [/\bsensors?\b/g, 'sensor'],
  [/\bversions?\b/g, 'version'],
  [/\boff-grid\b/g, 'off grid'],
]
const wordsOf = (text: string): Set<string> => {
  const said = alike.reduce((result, [from, to]) => result.replace(from, to), text.toLowerCase())
  return new Set(said.split(/[^a-z0-9]+/).filter((word) => word !== '' && !idle.has(word)))
}
/** Whether two sentences speak of the same: half of the words of the shorter one at least. */
const speakAlike = (list: string, ours: string): boolean => {
  const [a, b] = [wordsOf(list), wordsOf(ours)]
  return [...a].filter((word) => b.has(word)).length * 2 >= Math.min(a.size, b.size)
}

describe.skipIf(!hasLists)('the lists of alarms', () => {
  it.each<[string, string, string, (row: ListRow) => string]>([
    ['huawei', 'huawei-alarms.csv', 'meaning', (row) => row['alarm_id'] ?? ''],
    ['sungrow', 'sungrow-alarms.csv', 'meaning', (row) => row['code'] ?? ''],
    ['solis', 'solis-status.csv', 'meaning', (row) => row['decimal'] ?? ''],
  ])('%s: each row of %s has our words', (maker, file, column, codeOf) => {
    const wrong = listRows(file).flatMap((row) => {
      const [code, says = ''] = [codeOf(row), row[column]]
      // The list itself says that another one has 2013; below 0x1004 Solis says states and no alarms.
      const own = maker === 'huawei' && code === '2913' ? '2013' : code
      if (maker === 'solis' && Number(code) < 0x1004) return []
      const ours = makerWords(`${maker}.${own}`)
      return ours !== null && speakAlike(says, ours.en) ? [] : [`${code} ${says}: ${ours?.en ?? 'no words'}`]
    })
    expect(wrong).toEqual([])
  })

  it('huawei: each bit of the words is the alarm of its row, and no other bit is one', () => {
    const [inverter] = allProfiles.find(({ name }) => name === 'huawei-sun2000')?.parts ?? []
    const ours = (inverter?.alarms ?? []).flatMap((alarms) =>
      Object.entries(alarms.by === 'bit' ? (alarms.codes ?? {}) : {}).map(
        ([bit, code]) => `${Number(alarms.of.at(-1)) + 32_007}.${bit} ${code === '2013' ? '2913' : code}`,
      ),
    )
    const rows = listRows('huawei-alarms.csv').map(
      (row) => `${row['register']}.${row['bit']} ${row['alarm_id']}`,
    )
    expect(ours.toSorted()).toEqual(rows.toSorted())
  })
})
