import { describe, expect, it } from 'vitest'
import { allModels } from '#edge/engine/sunspec/models/all-models.ts'
import type { Point } from '#edge/engine/sunspec/points.ts'
import { definitionOf, hasData, noData, type GroupDefinition } from './definitions.ts'

const flat = (points: GroupDefinition['points'], prefix: string, from: number) => {
  let offset = from
  return points.map(({ name, type, size, sf, units }) => {
    const row = {
      name: `${prefix}${name}`,
      type,
      offset,
      size,
      unit: units?.trim() ?? null,
      scale: sf ?? null,
    }
    offset += size
    return row
  })
}
const end = (points: readonly { offset: number; size: number }[]): number => {
  const last = points.at(-1)
  return last === undefined ? 0 : last.offset + last.size
}
const own = (points: readonly Point[]) => points.map((point) => ({ ...point }))

describe('the tables of models', () => {
  it('are those of the SunSpec Alliance', ({ skip }) => {
    skip(!hasData, noData)
    let points = 0
    for (const [id, model] of allModels) {
      const definition = definitionOf(id)
      // Not all definitions lie here.
      if (definition === null) continue
      let all = flat(definition.points, '', 0)
      const repeated = (definition.groups ?? []).filter(({ count }) => count !== undefined)
      for (const group of definition.groups ?? [])
        if (group.count === undefined) all = [...all, ...flat(group.points, `${group.name}.`, end(all))]
      expect(own(model.points), `model ${id}`).toEqual(all.slice(2))
      expect(model.size).toBe(end(all))
      expect(repeated.length).toBe(model.group === null ? 0 : 1)
      const [group] = repeated
      expect(own(model.group?.points ?? [])).toEqual(flat(group?.points ?? [], '', 0))
      expect(model.group?.count ?? null).toBe(typeof group?.count === 'string' ? group.count : null)
      points += model.points.length + (model.group?.points.length ?? 0)
    }
    expect(points).toBeGreaterThan(1_000)
  })
})
