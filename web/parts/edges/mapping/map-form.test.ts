import { describe, expect, it } from 'vitest'
import type { TopicMap } from '#domain/edges/topic-map.ts'
import { formOf, mapOf, mistakesOf, newDevice, newState, newValue, ofKind } from './map-form.ts'

const map: TopicMap = {
  devices: [
    {
      t: 'meter',
      sn: 'EM-1',
      values: [
        { topic: 'tele/SENSOR', path: 'ENERGY.Power', to: 'p', factor: -1 },
        { topic: 'tele/SENSOR', path: 'ENERGY.Total', to: 'e_in', factor: 1000 },
      ],
      state: { topic: '', path: 'mode', are: { run: 'grid', '1': 'grid', idle: 'standby' } },
    },
    { t: 'battery', sn: null, values: [{ topic: 'soc', path: '', to: 'soc', factor: 1 }], state: null },
  ],
}

describe('a mapping on the phone', () => {
  it('is the same after it was opened and saved', () => {
    expect(mapOf(formOf(map))).toEqual(map)
  })

  it('takes words of a state between commas of both scripts, and blanks for nothing', () => {
    const words = { ...newState.words, grid: ' run，1 ,', standby: 'idle' }
    const [device] = mapOf([{ ...newDevice(), sn: ' ', state: { ...newState, topic: ' s ', words } }]).devices
    expect(device?.sn).toBeNull()
    expect(device?.state).toEqual({
      topic: 's',
      path: '',
      are: { run: 'grid', '1': 'grid', idle: 'standby' },
    })
  })

  it('begins with power and goes on with what nothing stands for yet, in the message of the one before', () => {
    const { values } = newDevice('meter')
    expect(values.map(({ to, factor }) => [to, factor])).toEqual([['p', 1]])
    const [power] = values
    const second = newValue('meter', power ? [{ ...power, topic: 'tele', path: 'a.b' }] : [])
    expect(second).toMatchObject({ to: 'e_in', topic: 'tele', path: '' })
  })

  it('of another kind keeps what that one measures, too', () => {
    const [meter] = formOf(map)
    expect(meter && ofKind(meter, 'battery').values.map(({ to }) => to)).toEqual(['p'])
    expect(meter && ofKind(meter, 'weather').values.map(({ to }) => to)).toEqual(['irr'])
  })

  it('names what is wrong at its place, an empty factor, too', () => {
    const device = newDevice('meter')
    const [value = newValue('meter', [])] = device.values
    expect(mistakesOf(null)).toEqual([])
    expect(
      mistakesOf([{ ...device, sn: 'a b', values: [{ ...value, topic: 'a/#', factor: null }] }]),
    ).toEqual([
      { device: 0, value: null, field: 'sn', code: 'edge_map_serial' },
      { device: 0, value: 0, field: 'topic', code: 'edge_map_topic' },
      { device: 0, value: 0, field: 'factor', code: 'edge_map_factor' },
    ])
  })
})
