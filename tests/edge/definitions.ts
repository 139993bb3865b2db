import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A point and a group of the SunSpec Alliance's definitions, as far as they are needed here. */
export type PointDefinition = {
  name: string
  type: string
  size: number
  sf?: string | number
  units?: string
}
export type GroupDefinition = {
  name: string
  points: PointDefinition[]
  groups?: GroupDefinition[]
  count?: number | string
}

/** Where captures and definitions lie that are no part of the project. */
export const data =
  process.env['EDGE_CAPTURES'] ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))
export const hasData = existsSync(join(data, 'sunspec-models/json/model_1.json'))
/** What tests say that need them. */
export const noData = `skipped: no captures in ${data}`

export const readData = (file: string): unknown => JSON.parse(readFileSync(join(data, file), 'utf8'))

const kept = new Map<number, GroupDefinition | null>()
/** The definition of a model; null = there is none here. */
export const definitionOf = (id: number): GroupDefinition | null => {
  const file = `sunspec-models/json/model_${id}.json`
  if (!kept.has(id))
    kept.set(id, existsSync(join(data, file)) ? (readData(file) as { group: GroupDefinition }).group : null)
  return kept.get(id) ?? null
}
