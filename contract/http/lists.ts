import * as z from 'zod/mini'
import { keysAtMost, VALUES_MAX } from '../mqtt/fields.ts'

/** Nobody may ask a list for more than this in one page. */
export const PAGE_MAX = 100

/** Problems that one refusal names. */
export const PROBLEMS_MAX = 500

/** A list of an answer or a body, with the most that it ever holds. */
export const listOf = <T extends z.core.$ZodType>(one: T, most: number) =>
  z.array(one).check(z.maxLength(most))

/** Some of these words, each once. */
export const someOf = <const W extends readonly string[]>(words: W) => listOf(z.enum(words), words.length)

/** Single values of a reading or of arguments. */
export const values = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .check(...keysAtMost(VALUES_MAX))

/** `limit` of a list: a whole number from 1 to 100. */
export const pageLimit = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(PAGE_MAX))

/** `cursor` of a list: `next` of the page before. */
export const pageCursor = z.string().check(z.maxLength(400))

/**
 * What a page of a station's or a gateway's devices holds where no `limit` is given. It is more than anybody may ask
 * for: almost every station is told whole, as callers from before there were pages expect.
 */
export const DEVICES_PAGE_MAX = 500

/** Which end of a sorted list comes first. What is unknown comes last either way. */
export const listOrder = z.enum(['rising', 'falling'])
export type ListOrder = z.output<typeof listOrder>
