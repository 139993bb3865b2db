import * as z from 'zod/mini'
import { instant } from '#domain/accounts/fields.ts'
import { person } from './accounts.ts'
import { routeTable } from './route.ts'

/** 256 random bits, base64url. */
const code = z
  .string({ error: 'invalid_input' })
  .check(z.regex(/^[A-Za-z0-9_-]{43}$/, { error: 'invalid_input' }))

/** How a native shell that holds the app signs its page in. The messages between the two: `contract/shell`. */
export const shellRoutes = routeTable({
  'GET /api/shell': {
    summary: 'Pages of which origins may hold the app in a frame: the page talks to no others',
    permission: 'public',
    objects: {},
    output: z.strictObject({ origins: z.array(z.string()) }),
  },
  'POST /api/session/codes': {
    summary: 'A code that signs a page in as me, once and within a minute; for the shell that holds the page',
    permission: 'signed-in',
    objects: {},
    body: z.strictObject({}),
    output: z.strictObject({ code, expiresAt: instant }),
    status: 201,
  },
  'POST /api/session/exchange': {
    summary: 'Sign in with the code that a shell was given. It works once',
    permission: 'public',
    objects: {},
    body: z.strictObject({
      code,
      /** The page stands in a frame of another site: the cookie is then for that frame alone, where that is allowed. */
      framed: z.boolean(),
    }),
    output: z.strictObject({ person }),
    errors: ['wrong_code', 'too_many_attempts'],
    status: 201,
  },
})
