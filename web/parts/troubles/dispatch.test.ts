import { describe, expect, it } from 'vitest'
import { orderBody, orderedAlarms, type Subject, usualPriority } from './dispatch.ts'

const alarm = (id: string, code: string, status: 'unsolved' | 'processing' = 'unsolved') =>
  ({ id, code, status, level: 'emergent' }) as Subject['alarms'][number]
const subject = (kind: Subject['device']['kind'], alarms: Subject['alarms']): Subject => ({
  device: { id: 'd', kind, sn: 'SN1', name: '' },
  station: { id: 's', name: 'Roof', timeZone: 'UTC' },
  reason: 'shutdown',
  alarms,
  order: null,
})
const said = {
  priority: 'high',
  handlerId: 'h',
  word: '',
} as const

const about = (one: Subject, word = ''): string => orderBody(one, null, { ...said, word }).description

describe('what is dispatched', () => {
  it('is an order of the alarms that can become one', () => {
    const one = subject('optimizer', [alarm('a', '2081'), alarm('b', '2081', 'processing')])
    expect(orderedAlarms(one)).toEqual(['a'])
    const checked = { alarms: [{ id: 'a', instances: ['1', '2'] }] } as Parameters<typeof orderBody>[1]
    expect(orderBody(one, checked, said)).toMatchObject({
      type: 'alarm',
      alarms: [{ alarmId: 'a', instances: ['1', '2'] }],
      handlerId: 'h',
    })
  })
  it('is a repair about the alarm of an inverter, which cannot become an order', () => {
    const one = subject('inverter', [alarm('a', '2062')])
    expect(orderedAlarms(one)).toEqual([])
    expect(orderBody(one, null, said)).toMatchObject({ type: 'repair', deviceId: null, aboutAlarmId: 'a' })
  })
  it('is a repair of a device without alarms, of an inverter one of its station that names it', () => {
    expect(orderBody(subject('gateway', []), null, said)).toMatchObject({ type: 'repair', deviceId: 'd' })
    const inverter = orderBody(subject('inverter', []), null, said)
    expect(inverter).toMatchObject({ deviceId: null, silent: { deviceId: 'd', reason: 'shutdown' } })
    expect(inverter).not.toHaveProperty('aboutAlarmId')
  })
  it('says in words what its sender has written, and nothing in their language else', () => {
    expect(about(subject('inverter', [alarm('a', '2062')]))).toBe('')
    expect(about(subject('inverter', [alarm('a', '2062')]), 'Ladder needed')).toBe('Ladder needed')
    expect(about(subject('gateway', []))).toBe('')
  })
  it('is as urgent as its worst alarm', () => {
    expect(usualPriority(subject('gateway', []))).toBe('high')
    expect(usualPriority(subject('gateway', [alarm('a', '2081')]))).toBe('high')
  })
})
