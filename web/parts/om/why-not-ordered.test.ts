import { describe, expect, it } from 'vitest'
import { alarms as english } from '../../app/phrases/en/alarms.ts'
import { alarms as chinese } from '../../app/phrases/zh_CN/alarms.ts'
import { whyNotOrdered } from './why-not-ordered.ts'

type Status = Parameters<typeof whyNotOrdered>[0][number]['status']
const alarm = (status: Status, kind: 'optimizer' | 'inverter' = 'optimizer') => ({
  status,
  code: kind === 'inverter' ? '2062' : '2081',
  device: { kind },
})

describe('alarms chosen for an order', () => {
  it('a closed alarm has a sentence of its own, in both languages', () => {
    expect(whyNotOrdered([alarm('unsolved'), alarm('closed')])).toBe('closedOver')
    expect(whyNotOrdered([alarm('unsolved'), alarm('processing')])).toBe('onlyUnhandled')
    // Of both, that which is being handled is said: it can be taken out of its order.
    expect(whyNotOrdered([alarm('closed'), alarm('processing')])).toBe('onlyUnhandled')
    for (const { alarms: t } of [english, chinese])
      expect(new Set([t.closedOver, t.onlyUnhandled, t.noInverter]).size).toBe(3)
  })

  it('an unhandled one goes, but for that of an inverter', () => {
    expect(whyNotOrdered([alarm('unsolved')])).toBeNull()
    expect(whyNotOrdered([alarm('unsolved'), alarm('unsolved', 'inverter')])).toBe('noInverter')
  })

  it('every way in which an alarm is closed has words of its own, in both languages', () => {
    for (const { alarms: t } of [english, chinese]) {
      const words = Object.values(t.closedAs)
      expect(new Set(words).size).toBe(words.length)
      expect(Object.keys(t.closedAs).sort()).toEqual(
        ['automatic_cleaning', 'manual_clear', 'not_operated', 'work_order_closed'].sort(),
      )
    }
  })
})
