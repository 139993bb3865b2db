import * as z from 'zod/mini'

/** No list answers more than this in one page. */
export const PAGE_MAX = 100

/** `limit` of a list: a whole number from 1 to 100. */
export const pageLimit = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(PAGE_MAX))

/** `cursor` of a list: `next` of the page before. */
export const pageCursor = z.string().check(z.maxLength(400))
