/** What may be anything, read without believing it. */

/** What a text says as JSON; undefined = it is none. */
export const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value under names; undefined = there is none. */
export const at = (value: unknown, ...names: readonly string[]): unknown => {
  let found = value
  for (const name of names) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = Reflect.get(found, name)
  }
  return found
}

/** A number that can be stored; null = none stands there. */
export const numberAt = (value: unknown, ...names: readonly string[]): number | null => {
  const found = at(value, ...names)
  return typeof found === 'number' && Number.isFinite(found) ? found : null
}

/** Text without blanks at its ends; null = none stands there, or an empty one. */
export const textAt = (value: unknown, ...names: readonly string[]): string | null => {
  const found = at(value, ...names)
  return typeof found === 'string' && found.trim() !== '' ? found.trim() : null
}

/** What stands in an object by name, in its order; none = it is no object. */
export const entriesAt = (value: unknown, ...names: readonly string[]): [string, unknown][] => {
  const found = at(value, ...names)
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? Object.entries(found) : []
}

/** What stands in a list; none = it is no list. */
export const listAt = (value: unknown, ...names: readonly string[]): unknown[] => {
  const found = at(value, ...names)
  return Array.isArray(found) ? found : []
}
