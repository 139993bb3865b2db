import { describe, expect, it } from 'vitest'
import type { MappedDevice, TopicMap } from '#domain/edges/topic-map.ts'
import { mapTrouble, readMap } from './map-mistakes.ts'
import { mappedTopics } from './mapped-topics.ts'

const noon = Date.UTC(2026, 10, 23, 11)
const value = (to: string, topic: string, path = '', factor = 1) => ({ to, topic, path, factor })
const meter = (more: Partial<MappedDevice> = {}): MappedDevice => ({
  t: 'meter',
  sn: 'EM-1',
  values: [value('p', 'power'), value('e_in', 'energy', 'import', 1000)],
  state: null,
  ...more,
})
const start = (map: TopicMap | MappedDevice) => {
  let now = noon
  const reader = mappedTopics('devices' in map ? map : { devices: [map] }, () => now)
  return {
    reader,
    at: (ms: number) => {
      now = noon + ms
    },
    say: (topic: string, payload: string, isRetained = false) =>
      reader.take(topic, payload, { at: now, isRetained }),
    readings: () => reader.report()?.readings ?? [],
    troubles: () => reader.report()?.mapped?.map(({ trouble }) => trouble),
  }
}

describe('what is published, by a mapping of one’s own', () => {
  it('is told in the units and with the signs of the wire, at the time at which it came', () => {
    const house = start(
      meter({
        values: [
          value('p', '', 'ENERGY.Power', -1),
          value('e_in', '', 'ENERGY.Total', 1000),
          value('u.1', '', 'phases.0.u'),
          value('u.3', '', 'phases.1.u', 0.1),
        ],
      }),
    )
    house.say('', '{"ENERGY":{"Power":412.5,"Total":"1234.567"},"phases":[{"u":231},{"u":2309}]}')
    house.at(4_000)
    expect(house.readings()).toMatchObject([
      { sn: 'EM-1', t: 'meter', ts: noon, m: { p: -412.5, e_in: 1_234_567, u: [231, null, 230.9] } },
    ])
  })

  it('E3: a value is told once: what did not come again is left out, and has no newer time', () => {
    const house = start(meter())
    house.say('power', '100')
    house.say('energy', '{"import":5}')
    expect(house.readings()).toMatchObject([{ ts: noon, m: { p: 100, e_in: 5000 } }])
    house.at(10_000)
    // Nothing came: it is the reading of before.
    expect(house.readings()).toMatchObject([{ ts: noon, m: { p: 100, e_in: 5000 } }])
    house.say('power', '120')
    expect(house.readings().map(({ ts, m }) => [ts, m])).toEqual([[noon + 10_000, { p: 120 }]])
  })

  it('E3: of values that came long before the newest nothing is told with its time', () => {
    const house = start(meter())
    house.say('energy', '{"import":5}')
    house.at(60_000)
    house.say('power', '100')
    expect(house.readings().map(({ ts, m }) => [ts, m])).toEqual([[noon + 60_000, { p: 100 }]])
  })

  it('E3: what the broker had kept is of no known age, and is not taken', () => {
    const house = start(meter())
    house.say('power', '100', true)
    expect(house.reader.report()).toBeNull()
    expect(house.reader.silence?.()?.message).toBe(
      'No value of the mapping came: device 1, value 1 (p): only what the broker had kept came, and nobody knows how old that is; device 1, value 2 (e_in): nothing was published there.',
    )
    house.say('power', '101')
    expect(house.readings()).toMatchObject([{ m: { p: 101 } }])
  })

  it('a value that cannot be used costs itself alone, and says why', () => {
    const house = start(
      meter({
        values: [
          value('p', 'power'),
          value('u.1', 'word'),
          value('i.1', 'json', 'a.b'),
          value('f', 'broken', 'a'),
          value('q', 'huge', '', 1e9),
          value('pf', 'never'),
          value('t', 'night', 't'),
        ],
      }),
    )
    house.say('power', ' 7.5 ')
    house.say('word', '231,5')
    house.say('json', '{"a":1}')
    house.say('broken', '{"a":')
    house.say('huge', '6')
    house.say('night', '{"t":null}')
    house.say('stranger', 'x'.repeat(1000))
    expect(house.readings()).toMatchObject([{ m: { p: 7.5 } }])
    expect(Object.keys(house.readings()[0]?.m ?? {})).toEqual(['p'])
    expect(house.troubles()).toEqual([
      null,
      'no_number',
      'no_place',
      'no_json',
      'too_large',
      'silent',
      // Without light there is no value, which is no fault.
      null,
    ])
    expect(house.reader.report()?.notes).toContain('device 1, value 2 (u.1): what came is no number')
    house.say('word', '231.5')
    expect(house.troubles()?.[1]).toBeNull()
  })

  it.each(['1e400', 'NaN', '0x10', '', 'true', '[1]', '1 2', 'Infinity'])('%j is no number', (payload) => {
    const house = start(meter({ values: [value('p', 'power')] }))
    house.say('power', payload)
    expect(house.reader.report()).toBeNull()
  })

  it('a state lasts until another word is published; an unknown word is no state', () => {
    const are = { '1': 'grid', sleep: 'standby' }
    const house = start(meter({ t: 'inverter', state: { topic: 's', path: 'st', are } }))
    const state = (payload: string) => {
      house.say('s', payload)
      house.say('power', '1')
      return house.readings().map(({ st, raw }) => [st, raw['State']])
    }
    expect(state('{"st":1}')).toEqual([['grid', '1']])
    house.say('power', '2')
    expect(house.readings()[0]?.st).toBe('grid')
    expect(state('{"st":"sleep"}')).toEqual([['standby', 'sleep']])
    expect(state('{"st":"odd"}')).toEqual([[null, 'odd']])
    expect(state('{}')).toEqual([[null, undefined]])
  })

  it('E3: after five minutes without anything it is silent, as is each device of several', () => {
    const map = { devices: [meter(), meter({ sn: null, t: 'battery', values: [value('soc', 'soc')] })] }
    const house = start(map)
    house.say('power', '1')
    house.say('soc', '50')
    expect(house.readings().map(({ sn, name }) => [sn, name])).toEqual([
      ['EM-1', undefined],
      [null, 'soc  soc'],
    ])
    house.at(200_000)
    house.say('power', '2')
    house.at(300_000)
    expect(house.readings().map(({ t }) => t)).toEqual(['meter'])
    house.at(500_000)
    expect(() => house.reader.report()).toThrow(/was published for 5 minutes/)
  })
})

describe('a mapping in a file', () => {
  it('may leave out what is usual', () => {
    expect(readMap('{"devices":[{"t":"meter","values":[{"to":"p"}]}]}')).toEqual({
      devices: [{ t: 'meter', sn: null, values: [value('p', '')], state: null }],
    })
  })

  it.each([
    ['devices', /is no JSON/],
    ['{"devices":[{"t":"meter"}]}', /has not the form of one, at devices.0.values/],
    ['{"devices":[{"t":"meter","values":[]}]}', /device 1: .* 1 to 32 values/],
    [
      '{"devices":[{"t":"meter","values":[{"to":"p"},{"to":"watts"}]}]}',
      /device 1, value 2: there is no such metric/,
    ],
  ])('%s is told in a sentence', (text, says) => {
    expect(() => readMap(text)).toThrow(says)
  })

  it('that is right has no trouble', () => {
    expect(mapTrouble({ devices: [meter()] })).toBeNull()
  })
})
