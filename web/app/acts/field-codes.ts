import type { ErrorCode } from '#domain/errors.ts'
import { errors } from '#domain/errors.ts'

const isCode = (text: string): text is ErrorCode => Object.hasOwn(errors, text)

/** What stands at a dotted path. */
export const valueAt = (input: unknown, path: string): unknown => {
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

/** Codes of fields by their dotted paths. */
export type Codes = Readonly<Record<string, ErrorCode>>

type Issue = { path: readonly PropertyKey[]; message: string }
type Schema = { safeParse: (input: unknown) => { error?: { issues: readonly Issue[] } | undefined } }

/** What a schema finds wrong, the first of each field. */
export const fieldCodes = (schema: Schema, input: unknown): Codes => {
  const codes: Record<string, ErrorCode> = {}
  for (const { path, message } of schema.safeParse(input).error?.issues ?? []) {
    const field = path.join('.')
    codes[field] ??= fieldCode(message, input, field)
  }
  return codes
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
