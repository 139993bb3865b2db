import { describe, expect, it } from 'vitest'
import { changesOf, editedOf, rebased } from './order-edit.ts'
import type { Order } from './use-orders.ts'

const order = {
  name: 'Roof 3',
  description: 'No power',
  remark: '',
  priority: 'middle',
  plannedStartAt: 1_000,
  plannedEndAt: null,
  plannedMinutes: 100,
} as unknown as Order
const base = editedOf(order)

describe('an order that is changed', () => {
  it('shows hours as a person writes them, and gives the same minutes back', () => {
    expect(base.hours).toBe(1.67)
    for (let minutes = 1; minutes <= 600; minutes += 1) {
      const { hours } = editedOf({ ...order, plannedMinutes: minutes })
      expect(changesOf(base, { ...base, hours }).plannedMinutes ?? 100).toBe(minutes)
    }
  })

  it('says what this person changed alone: what somebody else changed meanwhile stays', () => {
    expect(changesOf(base, base)).toEqual({})
    expect(changesOf(base, { ...base, description: ' Burnt plug ', startAt: null })).toEqual({
      description: 'Burnt plug',
      plannedStartAt: null,
    })
  })

  it('O2: takes over what somebody else changed, and names what both did', () => {
    const mine = { ...base, description: 'Burnt plug', remark: 'Ladder' }
    const theirs = editedOf({ ...order, description: 'Fuse', priority: 'high', plannedMinutes: 60 })
    expect(rebased(base, mine, theirs)).toEqual({
      typed: { ...base, description: 'Burnt plug', remark: 'Ladder', priority: 'high', hours: 1 },
      both: ['description'],
    })
    // Both said the same.
    expect(rebased(base, mine, { ...base, description: 'Burnt plug' }).both).toEqual([])
  })
})
