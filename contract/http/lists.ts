import * as z from 'zod/mini'

/** No list answers more than this in one page. */
export const PAGE_MAX = 100

/** `limit` of a list: a whole number from 1 to 100. */
export const pageLimit = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(PAGE_MAX))

/**
 * What a list of a station's or a gateway's devices answers at once, also to who gives no limit. It is more than of
 * other lists: almost every station is told whole, as callers from before there were pages expect.
 */
export const DEVICES_PAGE_MAX = 500

/** `limit` of such a list: a whole number from 1 to 500. */
export const devicesLimit = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(DEVICES_PAGE_MAX))

/** `cursor` of a list: `next` of the page before. */
export const pageCursor = z.string().check(z.maxLength(400))
