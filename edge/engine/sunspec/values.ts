import type { Value } from './decode.ts'
import type { AboutDevice } from '../reading.ts'
import type { ReadModel } from './walk.ts'

const valueAt = (model: ReadModel | undefined, name: string): Value => model?.decoded?.values[name] ?? null

/** A number of a model; null = not said, or no such model. */
export const numberAt = (model: ReadModel | undefined, name: string): number | null => {
  const value = valueAt(model, name)
  return typeof value === 'number' ? value : null
}

export const textAt = (model: ReadModel | undefined, name: string): string | null => {
  const value = valueAt(model, name)
  return typeof value === 'string' ? value : null
}

/**
 * A counter of a model beside another that counts: one that stands at 0 has counted nothing yet. null = not said, or
 * could not be read.
 */
export const counterAt = (model: ReadModel, name: string): number | null =>
  model.decoded?.notAccumulated.has(name) === true ? 0 : numberAt(model, name)

/** What model 1 says of a device. */
export const aboutOf = (common: ReadModel | undefined): AboutDevice => ({
  brand: textAt(common, 'Mn'),
  model: textAt(common, 'Md'),
  sw: textAt(common, 'Vr'),
  ratedW: null,
  mppt: null,
  strings: null,
})

/** What is known, by name. */
export const known = <Each>(all: Readonly<Record<string, Each | null | undefined>>): Record<string, Each> =>
  Object.fromEntries(
    Object.entries(all).filter(
      (entry): entry is [string, Each] => entry[1] !== null && entry[1] !== undefined,
    ),
  )
