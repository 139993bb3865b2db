import type * as z from 'zod/mini'
import { PROBLEMS_MAX } from '#contract/http/lists.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { errors } from '#domain/errors.ts'
import type { Problem } from '../../platform/refusal.ts'
import { Refusal } from '../../platform/refusal.ts'

type Issue = z.core.$ZodIssue

const isCode = (text: string): text is ErrorCode => Object.hasOwn(errors, text)

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown => {
  let value = input
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<PropertyKey, unknown>)[step]
  }
  return value
}

const dotted = (path: readonly PropertyKey[]): { field?: string } =>
  path.length === 0 ? {} : { field: path.map(String).join('.').slice(0, 200) }

const problemsOf = (issue: Issue, input: unknown): Problem[] => {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ code: 'unknown_field', ...dotted([...issue.path, key]) }))
  }
  if (issue.path.length > 0 && valueAt(input, issue.path) === undefined) {
    return [{ code: 'required', ...dotted(issue.path) }]
  }
  if (isCode(issue.message)) return [{ code: issue.message, ...dotted(issue.path) }]
  const tooLong = issue.code === 'too_big' && issue.origin === 'string'
  return [{ code: tooLong ? 'too_long' : 'invalid_input', ...dotted(issue.path) }]
}

/** Names every problem at once; the first of them is the answer's own code and field. */
export const refusalOf = (issues: readonly Issue[], input: unknown): Refusal => {
  const problems = issues.flatMap((issue) => problemsOf(issue, input)).slice(0, PROBLEMS_MAX)
  const first = problems[0] ?? { code: 'invalid_input' as const }
  // Status 400 whatever the code's own status is elsewhere: the value is wrong, not the caller or the state.
  return new Refusal(first.code, { ...(first.field === undefined ? {} : { field: first.field }), problems })
}

/** @throws Refusal naming all problems */
export const checked = <S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> => {
  const result = schema.safeParse(input)
  if (!result.success) throw refusalOf(result.error.issues, input)
  return result.data
}
