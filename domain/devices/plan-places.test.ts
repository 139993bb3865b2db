import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlaceFields } from './place-fields.ts'
import { nowhere } from './place-fields.ts'
import type { PlaceNow, WantedPlace } from './plan-places.ts'
import { planPlaces } from './plan-places.ts'

const place = (id: string, deviceId: string | null, given: Partial<PlaceFields> = {}): PlaceNow => ({
  ...nowhere,
  ...given,
  id,
  kind: 'optimizer',
  deviceId,
})
const want = (deviceId: string, given: Partial<PlaceFields> & { placeId?: string } = {}): WantedPlace => ({
  ...nowhere,
  ...given,
  deviceId,
  kind: 'optimizer',
})
const at = (stringId: string, position: number) => ({ stringId, position })

describe('where devices come to hang', () => {
  it('gives a device without a place one of its own', () => {
    const plan = planPlaces([], [want('a', at('s', 1))], { force: false })
    expect(plan.create).toEqual([{ ...nowhere, ...at('s', 1), deviceId: 'a', kind: 'optimizer' }])
  })

  it('lets two devices change places in one call', () => {
    const places = [place('p', 'a', at('s', 1)), place('q', 'b', at('s', 2))]
    const plan = planPlaces(places, [want('a', at('s', 2)), want('b', at('s', 1))], { force: false })
    expect(plan.conflicts).toEqual([])
    expect(plan.edit.map(({ id, position }) => [id, position])).toEqual([
      ['p', 2],
      ['q', 1],
    ])
  })

  it('does not overwrite what another device holds, and names it', () => {
    const places = [place('p', 'a', at('s', 1)), place('q', 'b', { areaId: 'r', row: 1, col: 1 })]
    const plan = planPlaces(
      places,
      [want('c', at('s', 1)), want('d', { areaId: 'r', row: 1, col: 1 }), want('e', at('s', 2))],
      { force: false },
    )
    expect(plan.conflicts).toEqual([
      { deviceId: 'c', code: 'position_taken', by: 'a' },
      { deviceId: 'd', code: 'spot_taken', by: 'b' },
    ])
    expect(plan.create.map(({ deviceId }) => deviceId)).toEqual(['e'])
  })

  it('a change that stays out brings the one behind it into conflict too', () => {
    const places = [place('p', 'a', at('s', 1)), place('q', 'b', at('s', 2)), place('r', 'c', at('s', 3))]
    const plan = planPlaces(places, [want('a', at('s', 2)), want('b', at('s', 3))], { force: false })
    expect(plan.conflicts.map(({ deviceId, by }) => [deviceId, by])).toEqual([
      ['b', 'c'],
      ['a', 'b'],
    ])
    expect(plan.edit).toEqual([])
  })

  it('moves a device to another string only when its present place is named', () => {
    const places = [place('p', 'a', at('s', 1))]
    expect(planPlaces(places, [want('a', at('t', 1))], { force: false }).conflicts).toEqual([
      { deviceId: 'a', code: 'other_string', by: 'a' },
    ])
    expect(
      planPlaces(places, [want('a', { ...at('t', 1), placeId: 'p' })], { force: false }).edit[0],
    ).toMatchObject({ id: 'p', ...at('t', 1) })
  })

  it('hangs a device into an empty place, whose spot in the layout it takes over', () => {
    const empty = place('p', null, { ...at('s', 1), areaId: 'r', row: 2, col: 3, modules: 2 })
    const plan = planPlaces([empty, place('q', 'a')], [want('a', at('s', 1))], { force: false })
    expect(plan).toMatchObject({ hang: [{ placeId: 'p', deviceId: 'a' }], edit: [], create: [] })
  })

  it('with force takes the position from whoever holds it', () => {
    const plan = planPlaces([place('p', 'a', at('s', 1))], [want('b', at('s', 1))], { force: true })
    expect(plan.evicted).toEqual(['a'])
    expect(plan.edit).toEqual([{ ...nowhere, stringId: 's', position: null, id: 'p' }])
    expect(plan.create).toHaveLength(1)
  })

  it('never gives a position or a spot to two, whatever is wanted', () => {
    const fields = fc.record({
      stringId: fc.constantFrom('s', 't', null),
      position: fc.constantFrom(1, 2, 3, null),
      areaId: fc.constantFrom('r', null),
      row: fc.constantFrom(1, 2),
      col: fc.constantFrom(1, 2),
    })
    const devices = ['a', 'b', 'c', 'd', 'e']
    fc.assert(
      fc.property(
        fc.array(fields, { minLength: 4, maxLength: 4 }),
        fc.array(fields, { minLength: 5, maxLength: 5 }),
        fc.boolean(),
        (before, after, force) => {
          // A start without clashes: each is planned into an empty station.
          const start = planPlaces(
            [],
            before.map((one, index) => want(devices[index] ?? '', one)),
            { force: false },
          )
          const places: PlaceNow[] = start.create.map((one, index) => ({
            ...one,
            id: `p${String(index)}`,
            deviceId: index === 0 ? null : one.deviceId,
          }))
          const plan = planPlaces(
            places,
            devices.map((id, index) => want(id, { ...after[index] })),
            { force },
          )
          const edits = new Map(plan.edit.map((one) => [one.id, one]))
          const all = [...places.map((one) => ({ ...one, ...edits.get(one.id) })), ...plan.create]
          const slots = all.flatMap((one) => [
            ...(one.stringId !== null && one.position !== null ? [`${one.stringId} ${one.position}`] : []),
            ...(one.areaId !== null ? [`${one.areaId} ${String(one.row)} ${String(one.col)}`] : []),
          ])
          expect(new Set(slots).size).toBe(slots.length)
          expect(edits.size).toBe(plan.edit.length)
        },
      ),
      { numRuns: 500 },
    )
  })
})
