import { describe, expect, it } from 'vitest'
import { changedWatch, newGatewayDraft, withWatched, withoutWatched, type Watched } from './gateway-draft.ts'

const watched = (gatewayId: string): Watched => ({
  gatewayId,
  sn: `GW${gatewayId}`,
  address: null,
  entered: false,
  since: 1,
})

describe('gateways that are being added', () => {
  it('leave an empty form for the next one, at the same station, under another id', () => {
    const draft = newGatewayDraft('s1')
    const typed = { ...draft, values: { ...draft.values, sn: 'GW2408A00017' } }
    const next = withWatched(typed, watched('1'))
    expect(next.values).toEqual(draft.values)
    expect(next.id).not.toBe(draft.id)
    expect(next.attempt).toBeNull()
    expect(next.watched).toEqual([watched('1')])
  })
  it('are watched once each, the newest first, until they have arrived', () => {
    const two = withWatched(withWatched(newGatewayDraft(null), watched('1')), watched('2'))
    const again = withWatched(two, { ...watched('1'), entered: true })
    expect(again.watched.map(({ gatewayId }) => gatewayId)).toEqual(['1', '2'])
    expect(changedWatch(again, '2', { entered: true }).watched[1]?.entered).toBe(true)
    expect(withoutWatched(again, '1').watched).toEqual([watched('2')])
  })
})
