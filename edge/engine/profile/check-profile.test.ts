import { describe, expect, it } from 'vitest'
import { profileMistakes } from './check-profile.ts'
import type { Profile, ProfilePart } from './profile-schema.ts'

const inverter = (more: Partial<ProfilePart> = {}): ProfilePart => ({
  t: 'inverter',
  points: [
    { at: 10, is: 'u16', scale: 10, unit: 'W', to: 'p' },
    { at: 11, is: 'u32', scale: 0.1, unit: 'kWh', to: 'e_tot' },
    { at: 13, is: 'u16', to: 'raw.Status' },
    { at: 14, is: 'bits16', to: 'raw.Alarm' },
  ],
  states: [{ of: 'raw.Status', by: 'code', are: { 1: 'grid' } }],
  alarms: [{ by: 'bit', of: 'raw.Alarm' }],
  ...more,
})
const profile = (more: Partial<Profile> = {}): Profile => ({
  name: 'maker-one',
  brand: 'Maker',
  maker: 'maker',
  models: 'One',
  proof: 'lists',
  doubts: [],
  sources: ['a list'],
  table: 'holding',
  order: 'high first',
  recognise: [[{ at: 10, is: 'u16', in: [1] }]],
  blocks: [{ at: 10, count: 20 }],
  parts: [inverter()],
  manners: { settleMs: 0, gapMs: 0, longest: 20, oneClient: true, units: [1], night: 'unknown' },
  reach: [{ scheme: 'modbus-tcp' }],
  switchOn: { en: 'Nothing', zh_CN: '无需设置' },
  ...more,
})
const withPoint = (point: ProfilePart['points'][number]): Profile =>
  profile({ parts: [inverter({ points: [...inverter().points, point] })] })

describe('a profile', () => {
  it('without a mistake has none', () => {
    expect(profileMistakes(profile())).toEqual([])
  })

  it.each<[string, unknown, RegExp]>([
    [
      'a metric that is none',
      withPoint({ at: 15, is: 'u16', to: 'watts' }),
      /no metric, name or place "watts"/,
    ],
    ['a phase that is none', withPoint({ at: 15, is: 'u16', unit: 'V', to: 'u.4' }), /"u\.4"/],
    [
      'another quantity',
      withPoint({ at: 15, is: 'u16', unit: 'V', to: 'f' }),
      /V cannot become what f is measured in/,
    ],
    ['no unit', withPoint({ at: 15, is: 'u16', to: 'q' }), /no unit cannot become/],
    ['a text without length', withPoint({ at: 15, is: 'text', to: 'about.model' }), /how many words it has/],
    [
      'a text that measures',
      withPoint({ at: 15, is: 'text', words: 2, unit: 'var', to: 'q' }),
      /a text is no measurement/,
    ],
    ['a point outside', withPoint({ at: 40, is: 'u16', to: 'raw.X' }), /stands in no block/],
    ['a point half outside', withPoint({ at: 29, is: 'u32', to: 'raw.X' }), /stands in no block/],
    [
      'a scale twice',
      withPoint({ at: 15, is: 'u16', scale: 10, scaledBy: 16, to: 'raw.X' }),
      /fixed or in a register, not both/,
    ],
    [
      'a scale of another time',
      profile({
        blocks: [
          { at: 10, count: 20 },
          { at: 50, count: 2 },
        ],
        parts: [
          inverter({
            points: [
              ...inverter().points,
              { at: 15, is: 'u16', scaledBy: 50, to: 'raw.X' },
              { at: 50, is: 'u16', to: 'raw.Y' },
            ],
          }),
        ],
      }),
      /belongs to it stands in another block/,
    ],
    [
      'a measurement read now and then',
      profile({ blocks: [{ at: 10, count: 20, everyS: 60 }] }),
      /p at 10: its block is read now and then/,
    ],
    ['a meaning twice', withPoint({ at: 15, is: 'u16', unit: 'W', to: 'p' }), /p is said at 10 and at 15/],
    [
      'a condition on nothing',
      withPoint({ at: 15, is: 'u16', to: 'raw.X', when: { of: 'raw.Y', in: [1] } }),
      /asks raw\.Y, which no point of its part says/,
    ],
    [
      'a condition without a demand',
      withPoint({ at: 15, is: 'u16', to: 'raw.X', when: { of: 'raw.Status' } }),
      /says one thing that has to be so/,
    ],
    [
      'blocks that overlap',
      profile({
        blocks: [
          { at: 10, count: 10 },
          { at: 15, count: 10 },
        ],
      }),
      /blocks at 10 and 15 overlap/,
    ],
    [
      'a block for nothing',
      profile({
        blocks: [
          { at: 10, count: 20 },
          { at: 90, count: 2 },
        ],
      }),
      /block at 90 is read for nothing/,
    ],
    [
      'a state of nothing',
      profile({ parts: [inverter({ states: [{ of: 'raw.Mode', by: 'code', are: { 1: 'grid' } }] })] }),
      /no point of the part says raw\.Mode/,
    ],
    [
      'alarms of a metric',
      profile({ parts: [inverter({ alarms: [{ by: 'bit', of: 'p' }] })] }),
      /p has to be kept as it came/,
    ],
    [
      'a code too long',
      profile({
        parts: [inverter({ alarms: [{ by: 'bit', of: 'raw.Alarm', codes: { 1: 'x'.repeat(20) } }] })],
      }),
      /is no code of the wire/,
    ],
    [
      'a wide value in one write',
      profile({
        parts: [
          inverter({
            controls: {
              restart: { writes: [{ at: 1, is: 'u32', by: 'one', value: 1 }], readBack: [0] },
            },
          }),
        ],
      }),
      /one write holds one register/,
    ],
    [
      'a limit that nobody asked for',
      profile({
        parts: [
          inverter({
            controls: {
              limitPct: {
                set: { writes: [{ at: 1, is: 'u16', by: 'one', value: 1 }], readBack: [0] },
                lift: { writes: [{ at: 1, is: 'u16', by: 'one', value: 1 }], readBack: [3] },
                min: 0,
              },
            },
          }),
        ],
      }),
      /no write of it says what was asked for|no write 3 to read back/,
    ],
    [
      'a sign without a demand',
      profile({ recognise: [[{ at: 10, is: 'u16' }]] }),
      /nothing is asked of the register at 10/,
    ],
    ['captures that nobody names', profile({ proof: 'captures' }), /captures, and nothing else, are named/],
    ['a field that is none', { ...profile(), colour: 'red' }, /colour/],
    ['a block too long', profile({ blocks: [{ at: 10, count: 126 }] }), /blocks\.0\.count/],
  ])('with %s is told in a sentence', (_, given, sentence) => {
    const mistakes = profileMistakes(given)
    expect(mistakes.join('\n')).toMatch(sentence)
    for (const mistake of mistakes) expect(mistake).toMatch(/^[a-z].*: ./)
  })
})
