import { describe, expect, it } from 'vitest'
import { settingsIn } from './table-setting.ts'

describe('how somebody wants their tables', () => {
  it('is read as it was kept, for each person apart', () => {
    const orders = { on: true, columns: ['no', 'due'], sort: { by: 'due', order: 'rising' } }
    const kept = settingsIn(JSON.stringify({ li: { orders }, wang: { orders: { ...orders, on: false } } }))
    expect(kept.get('li')).toEqual({ orders })
    expect(kept.get('wang')?.orders?.on).toBe(false)
  })

  it('is as if nobody had chosen where it makes no sense', () => {
    for (const text of [null, '', 'no json', '[]', 'null', '7', '"x"']) expect(settingsIn(text).size).toBe(0)
    const odd = settingsIn(
      JSON.stringify({
        li: { orders: { on: 'yes', columns: [1, 'no', null], sort: { by: 'due', order: 'up' } }, other: {} },
        wang: 3,
      }),
    )
    expect(odd.get('li')).toEqual({ orders: { on: false, columns: ['no'], sort: null } })
    expect(odd.get('wang')).toEqual({})
  })
})
