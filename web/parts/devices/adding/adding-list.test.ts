import { describe, expect, it } from 'vitest'
import { stationDevice } from '../../../app/data/station-device.fixture.ts'
import { newAddingDraft, type AddingDraft, type StationDevice } from './adding-draft.ts'
import {
  freePosition,
  knownOf,
  rowStates,
  takeSerials,
  withChecks,
  withoutRow,
  withoutSaved,
  withRow,
  type Known,
} from './adding-list.ts'

const device = (sn: string, more: Partial<StationDevice> = {}): StationDevice =>
  stationDevice(`id of ${sn}`, 'optimizer', { sn, online: false, activated: false, ...more })
const nobody = knownOf([])
const start = (target: Partial<AddingDraft['target']> = {}): AddingDraft => {
  const draft = newAddingDraft()
  return { ...draft, target: { ...draft.target, ...target } }
}
let count = 0
const newId = (): string => `row ${(count += 1)}`
const take = (draft: AddingDraft, sns: string[], known: Known = nobody, keepWrong = false) =>
  takeSerials(
    draft,
    sns.map((sn) => ({ sn })),
    known,
    { newId, keepWrong },
  )
const serials = (many: number): string[] => Array.from({ length: many }, (_, no) => `OP2408A${10_000 + no}`)
const inString = { parentId: 'inv', stringNo: 2 }

describe('a list of devices to add', () => {
  it('fills the next free positions of the string, past those that are taken', () => {
    const known = knownOf([
      device('TAKEN00002', { ...inString, position: 2 }),
      device('OTHER00001', { parentId: 'inv', stringNo: 3, position: 1 }),
      device('SHUT000001', { ...inString, kind: 'shutdown', position: 3 }),
    ])
    const { draft } = take(start(inString), serials(3), known)
    expect(draft.rows.map(({ position }) => position)).toEqual([1, 3, 4])
    expect(draft.target.position).toBe(5)
    expect(take(start(), serials(2)).draft.rows.map(({ position }) => position)).toEqual([null, null])
    const inverters = take(start({ ...inString, kind: 'inverter' }), serials(1)).draft.rows[0]
    expect(inverters).toMatchObject({ parentId: null, stringNo: null, position: null })
  })

  it('takes no serial twice, however it is written, and names where it is', () => {
    const known = knownOf([device('OP-2408-B1')])
    const { draft, taken } = take(start(), ['OP2408A1', ' op-2408a1 ', 'ＯＰ２４０８Ｂ１'], known)
    expect(taken.map(({ result }) => result)).toEqual(['taken', 'on_list', 'in_station'])
    expect(taken[1]?.rowId).toBe(draft.rows[0]?.id)
    expect(draft.rows).toHaveLength(1)
  })

  it('what is no serial is refused by the camera and kept for mending from a list', () => {
    expect(take(start(), ['12345']).draft.rows).toEqual([])
    const { draft } = take(start(), ['12345'], nobody, true)
    expect([...rowStates(draft.rows, nobody).values()]).toEqual(['sn_format'])
    const mended = withRow(draft, draft.rows[0]?.id ?? '', { sn: '123456789012' })
    expect([...rowStates(mended.rows, nobody).values()]).toEqual(['unchecked'])
  })

  it('holds five hundred and no more', () => {
    const { draft, taken } = take(start(inString), serials(501))
    expect(draft.rows).toHaveLength(500)
    expect(taken.at(-1)?.result).toBe('full')
  })

  it('taking one back frees its position for the next', () => {
    const { draft } = take(start(inString), serials(3))
    const before = withoutRow(draft, draft.rows[1]?.id ?? '')
    expect(freePosition(before.target, before.rows, nobody)).toBe(2)
    const { draft: after } = take(before, ['NEW2408A1', 'NEW2408A2'])
    expect(after.rows.map(({ position }) => position)).toEqual([1, 3, 2, 4])
  })

  it('what another phone has added meanwhile is named, serial and position', () => {
    const { draft } = take(start(inString), serials(2))
    const [first, second] = draft.rows
    const known = knownOf([
      device(first?.sn ?? '', { parentId: 'inv', stringNo: 9, position: 1 }),
      device('ELSE000001', { ...inString, position: 2 }),
    ])
    expect([...rowStates(draft.rows, known).values()]).toEqual(['in_station', 'position_taken'])
    const mine = knownOf([device(second?.sn ?? '', { id: second?.id ?? '', ...inString, position: 2 })])
    expect(rowStates(draft.rows, mine).get(second?.id ?? '')).toBe('unchecked')
    const moved = withRow(draft, second?.id ?? '', {
      position: freePosition(draft.target, draft.rows, known),
    })
    expect(rowStates(moved.rows, known).get(second?.id ?? '')).toBe('unchecked')
  })

  it('what a gateway has found is taken, as the kind that it is, and off the list once it is confirmed', () => {
    const found = device('FOUND0001', { ...inString, position: 1, confirmed: false })
    const other = device('FOUND0002', { kind: 'shutdown', confirmed: false })
    const known = knownOf([found, other])
    const { draft, taken } = take(start(inString), [found.sn, other.sn], known)
    expect(taken.map(({ result }) => result)).toEqual(['taken', 'taken'])
    expect(draft.rows.map(({ kind, position }) => [kind, position])).toEqual([
      ['optimizer', 2],
      ['shutdown', 3],
    ])
    expect([...rowStates(draft.rows, known).values()]).toEqual(['unchecked', 'unchecked'])
    expect(withoutSaved(draft, { added: [found, other], refused: [] }).rows).toEqual([])
  })

  it('a string without its inverter is none', () => {
    const { draft } = takeSerials(
      start(),
      [{ sn: 'OP2408A1', changes: { stringNo: 3, position: 4 } }],
      nobody,
      { newId },
    )
    expect(draft.rows[0]).toMatchObject({ stringNo: null, position: null })
  })

  it('the verdicts of the server stay until the serial changes', () => {
    const { draft } = take(start(), serials(2))
    const [first, second] = draft.rows
    const checked = withChecks(draft, [
      { sn: first?.sn ?? '', code: null },
      { sn: second?.sn ?? '', code: 'sn_repeat' },
    ])
    expect([...rowStates(checked.rows, nobody).values()]).toEqual(['ok', 'sn_repeat'])
    const other = withRow(checked, second?.id ?? '', { sn: 'OTHER00009' })
    expect([...rowStates(other.rows, nobody).values()]).toEqual(['ok', 'unchecked'])
  })

  it('after saving, what was refused stays with its reason', () => {
    const { draft } = take(start(), serials(2))
    const [first, second] = draft.rows
    const after = withoutSaved(draft, {
      added: [{ id: first?.id ?? '', sn: first?.sn ?? '' }],
      refused: [{ id: second?.id ?? '', code: 'sn_repeat' }],
    })
    expect(after.rows.map(({ id }) => id)).toEqual([second?.id])
    expect([...rowStates(after.rows, nobody).values()]).toEqual(['sn_repeat'])
  })
})
