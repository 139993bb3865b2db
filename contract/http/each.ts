import * as z from 'zod/mini'
import { EACH_MOST } from '#domain/accounts/each.ts'
import { uuid } from '#domain/accounts/fields.ts'
import { whyNot } from '#domain/accounts/permission-names.ts'
import { errors, type ErrorCode } from '#domain/errors.ts'
import { listOf } from './lists.ts'

/** An act on many at once: done to each by itself, with an answer for each. */
export const atMostEach = [
  z.minLength(1, { error: 'required' }),
  z.maxLength(EACH_MOST, { error: 'too_long' }),
] as const

export const eachIds = z.array(uuid).check(...atMostEach)

/** Says what would come of it, and changes nothing. */
export const preview = z.optional(z.boolean())

export const eachResult = z.strictObject({
  id: uuid,
  /** It was so before. Taking the act back leaves it as it is. */
  before: z.boolean(),
  /** Why it was not done; null: it was, or would be. */
  refused: z.nullable(
    z.strictObject({
      code: z.enum(Object.keys(errors) as ErrorCode[]),
      /** What of the call it is about; null: the object itself. */
      field: z.nullable(z.string()),
      why: z.nullable(z.enum(whyNot)),
    }),
  ),
})

/** In the order of the call, each once. Where all are refused for one reason, that is the answer to the call. */
export const eachOutput = z.strictObject({ results: listOf(eachResult, EACH_MOST) })
