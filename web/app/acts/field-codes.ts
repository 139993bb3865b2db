import type { ErrorCode } from '#domain/errors.ts'
import { errors } from '#domain/errors.ts'

const isCode = (text: string): text is ErrorCode => Object.hasOwn(errors, text)

const valueAt = (input: unknown, path: string): unknown => {
  let value = input
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<string, unknown>)[step]
  }
  return value
}

/**
 * The code of what a schema says about a field, by the server's own reading: an absent value is `required`, a message
 * that is a code is that code, anything else is `invalid_input`.
 */
export const fieldCode = (message: string | undefined, input: unknown, path: string): ErrorCode => {
  if (valueAt(input, path) === undefined) return 'required'
  return message !== undefined && isCode(message) ? message : 'invalid_input'
}

/** What a person who is still typing may mend by typing on. It is said when the field is left. */
const unfinished: ReadonlySet<ErrorCode> = new Set([
  'required',
  'phone_format',
  'sn_format',
  'currency_format',
])

/** Whether a code is shown already: at once, unless typing on may still mend it. */
export const isKnown = (code: ErrorCode, left: boolean, value: unknown): boolean =>
  left || !(unfinished.has(code) || value === 0)
