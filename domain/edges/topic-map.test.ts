import { describe, expect, it } from 'vitest'
import {
  type MappedDevice,
  mappedKinds,
  metricsOffered,
  mistakesIn,
  type TopicMap,
  type TopicValue,
} from './topic-map.ts'

const power: TopicValue = { topic: 'power', path: '', to: 'p', factor: 1 }
const device = (more: Partial<MappedDevice> = {}): MappedDevice => ({
  t: 'meter',
  sn: null,
  values: [power],
  state: null,
  ...more,
})
const of = (...devices: MappedDevice[]): TopicMap => ({ devices })
const codes = (map: TopicMap) => mistakesIn(map).map(({ field, code, value }) => [value, field, code])

describe('a mapping of what is published', () => {
  it('may name every metric that is offered of its kind', () => {
    for (const t of mappedKinds) {
      const values = metricsOffered(t).map((to) => ({ ...power, to }))
      expect([t, mistakesIn(of(device({ t, values })))]).toEqual([t, []])
    }
    const more = ['mppt.1.u', 'mppt.64.p', 'str.256.i', 'riso'].map((to) => ({ ...power, to }))
    expect(mistakesIn(of(device({ t: 'inverter', values: more })))).toEqual([])
  })

  it.each([
    ['no device', of(), [[null, 'to', 'edge_map_empty']]],
    ['no value', of(device({ values: [] })), [[null, 'to', 'edge_map_empty']]],
    ['a kind that says no numbers', of(device({ t: 'shutdown' })), [[null, 't', 'edge_map_kind']]],
    ['a serial with blanks', of(device({ sn: 'a b' })), [[null, 'sn', 'edge_map_serial']]],
    [
      'the same serial twice',
      of(device({ sn: 'M-1' }), device({ sn: 'm-1' })),
      [[null, 'sn', 'edge_map_serial']],
    ],
    [
      'a metric that is none',
      of(device({ values: [{ ...power, to: 'u.4' }] })),
      [[0, 'to', 'edge_map_metric']],
    ],
    [
      'a tracker beyond all',
      of(device({ values: [{ ...power, to: 'mppt.65.u' }] })),
      [[0, 'to', 'edge_map_metric']],
    ],
    [
      'a string beyond all',
      of(device({ values: [{ ...power, to: 'str.257.i' }] })),
      [[0, 'to', 'edge_map_metric']],
    ],
    [
      'a metric twice',
      of(device({ values: [power, { ...power, topic: 'b' }] })),
      [[1, 'to', 'edge_map_twice']],
    ],
    ['a factor of 0', of(device({ values: [{ ...power, factor: 0 }] })), [[0, 'factor', 'edge_map_factor']]],
    [
      'a factor that is none',
      of(device({ values: [{ ...power, factor: Number.NaN }] })),
      [[0, 'factor', 'edge_map_factor']],
    ],
    [
      'states without words',
      of(device({ state: { topic: 's', path: '', are: {} } })),
      [['state', 'words', 'edge_map_state']],
    ],
    [
      'a state that is none',
      of(device({ state: { topic: '', path: 's', are: { on: 'running' } } })),
      [['state', 'words', 'edge_map_state']],
    ],
  ])('%s is refused', (_, map, wanted) => {
    expect(codes(map)).toEqual(wanted)
  })

  it.each(['+', 'a/#', '/a', 'a/', 'a//b', 'a\nb', 'x'.repeat(129)])('the topic %j is none', (topic) => {
    expect(codes(of(device({ values: [{ ...power, topic }] })))).toEqual([[0, 'topic', 'edge_map_topic']])
  })

  it.each(['.a', 'a.', 'a..b', 'a\tb'])('the path %j is none', (path) => {
    expect(codes(of(device({ values: [{ ...power, path }] })))).toEqual([[0, 'path', 'edge_map_path']])
  })
})
