import { describe, expect, it } from 'vitest'
import { place } from './array.fixture.ts'
import {
  begin,
  bodyOf,
  enqueue,
  insist,
  letGo,
  nothingPending,
  pendingHangs,
  placesByDevice,
  refused,
  settled,
} from './pending.ts'
import type { Hang } from './site.ts'
import { nowhere } from '#domain/devices/place-fields.ts'
import { hangOf } from './site.ts'

const at = (position: number): Hang => ({ ...nowhere, stringId: 's1', position })
const empty = placesByDevice([])
const wish = (deviceId: string, position: number) => ({ deviceId, want: at(position) })

describe('changes on their way to the server', () => {
  it('joins the wishes for one device and drops one that changes nothing', () => {
    const twice = enqueue(enqueue(nothingPending, [wish('o1', 1)], empty), [wish('o1', 2)], empty)
    expect(twice.entries).toMatchObject([{ deviceId: 'o1', want: { position: 2 } }])
    expect(enqueue(twice, [{ deviceId: 'o1', want: nowhere }], empty).entries).toEqual([])
  })
  it('sends what waits in one call and names the place that was seen', () => {
    const places = placesByDevice([place('o1', at(1))])
    const sent = begin(enqueue(nothingPending, [wish('o1', 5), wish('o2', 6)], places), places, 'k')
    if (!sent.sending) throw new Error('nothing is sent')
    const { changes, keepOthers } = bodyOf(sent.sending)
    expect(keepOthers).toBe(true)
    expect(changes).toMatchObject([{ deviceId: 'o1', placeId: 'place o1', position: 5 }, { deviceId: 'o2' }])
    expect(changes[1]).not.toHaveProperty('placeId')
    expect(begin(sent, places, 'other')).toBe(sent)
  })
  it('shows what is wished last, also over what is on its way, and goes on from the answer', () => {
    const sent = begin(enqueue(nothingPending, [wish('o1', 1)], empty), empty, 'k')
    const more = enqueue(sent, [wish('o1', 2)], empty)
    expect(pendingHangs(more).get('o1')?.position).toBe(2)
    const answered = settled(more, { places: [place('o1', at(1))], conflicts: [], applied: true })
    const next = begin(answered, placesByDevice([place('o1', at(1))]), 'k2')
    expect(next.sending?.entries).toMatchObject([{ want: { position: 2 }, seen: { placeId: 'place o1' } }])
    expect(next.clashes).toEqual([])
  })
  it('a wish back to where it was still goes out while the first one is on its way', () => {
    const sent = begin(enqueue(nothingPending, [wish('o1', 1)], empty), empty, 'k')
    expect(enqueue(sent, [{ deviceId: 'o1', want: nowhere }], empty).entries).toHaveLength(1)
  })
  it('names what the server refused, with who put it there, and loses no wish', () => {
    const sent = begin(enqueue(nothingPending, [wish('o1', 1), wish('o2', 2)], empty), empty, 'k')
    const conflict = { deviceId: 'o1', code: 'position_taken', by: 'o9', byPerson: 'Li', at: 5 } as const
    const after = settled(sent, { places: [place('o2', at(2))], conflicts: [conflict], applied: true })
    expect(after.clashes).toEqual([{ ...conflict, want: at(1) }])
    expect(after.sending).toBeNull()
    expect(letGo(after, ['o1']).clashes).toEqual([])
  })
  it('does not overwrite what somebody moved while this phone was away', () => {
    const waiting = enqueue(nothingPending, [wish('o1', 1), wish('o2', 2)], empty)
    const now = placesByDevice([place('o1', at(7)), place('o2', at(2))])
    const begun = begin(waiting, now, 'k')
    expect(begun.sending).toBeNull()
    expect(begun.clashes).toMatchObject([{ deviceId: 'o1', code: 'moved', want: { position: 1 } }])
  })
  it('lists what is gone and sends the rest again', () => {
    const sent = begin(enqueue(nothingPending, [wish('o1', 1), wish('o2', 2)], empty), empty, 'k')
    const alive = { devices: new Set(['o2']), strings: new Set(['s1']), areas: new Set<string>() }
    const { pending, stuck } = refused(sent, alive)
    expect(stuck).toBe(false)
    expect(pending.entries.map(({ deviceId }) => deviceId)).toEqual(['o2'])
    expect(pending.clashes).toMatchObject([{ deviceId: 'o1', code: 'gone' }])
    expect(refused(sent, { ...alive, devices: new Set(['o1', 'o2']) }).stuck).toBe(true)
  })
  it('makes room for a wish that the person insists on', () => {
    const clash = {
      deviceId: 'o1',
      code: 'spot_taken',
      by: 'o9',
      byPerson: null,
      at: null,
      want: at(1),
    } as const
    const held = hangOf(place('o9', { ...at(3), areaId: 'a1', row: 1, col: 1 }))
    expect(insist(clash, () => held)).toEqual([
      { deviceId: 'o9', want: { ...held, areaId: null, row: null, col: null } },
      { deviceId: 'o1', want: at(1) },
    ])
    expect(insist({ ...clash, code: 'other_string', by: 'o1' }, () => held)).toHaveLength(1)
  })
})
