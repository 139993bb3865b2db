import { describe, expect, it } from 'vitest'
import type { Hang } from './site.ts'
import { nowhere } from '#domain/devices/place-fields.ts'
import { actOf, noActs, redo, undo, withAct } from './undo.ts'

const at = (position: number): Hang => ({ ...nowhere, stringId: 's1', position })

describe('taking back', () => {
  it('takes an act back and does it again', () => {
    const before = new Map<string, Hang>([['o1', at(1)]])
    const hang = (id: string): Hang => before.get(id) ?? nowhere
    const acts = withAct(noActs, actOf([{ deviceId: 'o1', want: at(2) }], hang))
    before.set('o1', at(2))
    const back = undo(acts, hang)
    expect(back?.changes).toEqual([{ deviceId: 'o1', want: at(1) }])
    before.set('o1', at(1))
    expect(redo(back?.acts ?? noActs, hang)?.changes).toEqual([{ deviceId: 'o1', want: at(2) }])
    expect(undo(back?.acts ?? noActs, hang)).toBeNull()
  })
  it('leaves alone what somebody has moved since', () => {
    const changes = [
      { deviceId: 'o1', want: at(1) },
      { deviceId: 'o2', want: at(2) },
    ]
    const acts = withAct(
      noActs,
      actOf(changes, () => nowhere),
    )
    const back = undo(acts, (id) => (id === 'o1' ? at(1) : at(9)))
    expect(back?.changes.map(({ deviceId }) => deviceId)).toEqual(['o1'])
    expect(back?.kept).toEqual(['o2'])
  })
  it('forgets what was undone once something else is done', () => {
    const act = actOf([{ deviceId: 'o1', want: at(1) }], () => nowhere)
    const back = undo(withAct(noActs, act), () => at(1))
    const next = withAct(back?.acts ?? noActs, act)
    expect(next.undone).toEqual([])
    expect(withAct(next, { moves: [] })).toBe(next)
  })
})
