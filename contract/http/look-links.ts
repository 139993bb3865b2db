import * as z from 'zod/mini'
import { filledLine, instant, uuid } from '#domain/accounts/fields.ts'
import { PERSON_NAME_MAX } from '#domain/accounts/limits.ts'
import { lookDays, LOOK_LINKS_SHOWN } from '#domain/accounts/look-links.ts'
import { person } from './accounts.ts'
import { routeTable } from './route.ts'
import { listOf } from './lists.ts'

/** 256 random bits, base64url. */
const token = z
  .string({ error: 'invalid_input' })
  .check(z.regex(/^[A-Za-z0-9_-]{43}$/, { error: 'invalid_input' }))

const lookLink = z.strictObject({
  id: uuid,
  name: z.string(),
  /** Whose stations it shows. */
  by: z.strictObject({ id: uuid, name: z.string() }),
  createdAt: instant,
  expiresAt: instant,
  /** When a screen was last heard of that shows it; null: none ever. */
  lastUsedAt: z.nullable(instant),
  /** Screens that hold it. */
  screens: z.int().check(z.minimum(0)),
  /** Whoever made it has another role or company by now, or is disabled: it shows nothing any more. */
  dead: z.boolean(),
})

/** Links for screens on walls: whoever holds one sees what whoever made it saw, and can do nothing. */
export const lookRoutes = routeTable({
  'GET /api/look-links': {
    summary: 'Links for screens on walls, of my company (all for an administrator): the newest first',
    permission: 'company:people:manage',
    objects: {},
    output: z.strictObject({
      links: listOf(lookLink, LOOK_LINKS_SHOWN),
      total: z.int().check(z.minimum(0)),
    }),
  },
  'POST /api/look-links': {
    summary:
      'Make a link that can only look, at what I see. Its token is in this answer alone, and in what the same call is answered under its key',
    permission: 'company:people:manage',
    objects: {},
    body: z.strictObject({ name: filledLine(PERSON_NAME_MAX), days: z.enum(lookDays) }),
    output: z.strictObject({ link: lookLink, token }),
    errors: ['look_links_full'],
    idempotent: true,
    fresh: true,
    status: 201,
  },
  'DELETE /api/look-links/{linkId}': {
    summary: 'Revoke a link: all screens that show it end at once',
    permission: 'company:people:manage',
    objects: { linkId: 'look_link' },
    output: z.strictObject({}),
  },
  'POST /api/session/look': {
    summary: 'Sign a screen in with the token of a link. Guesses are slowed down like those at the sign-in',
    permission: 'public',
    objects: {},
    body: z.strictObject({ token }),
    output: z.strictObject({ person }),
    errors: ['wrong_code', 'too_many_attempts'],
    status: 201,
  },
})
