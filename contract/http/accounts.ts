import * as z from 'zod/mini'
import { GRANTED_MAX, GRANTERS_SHOWN, SESSIONS_MAX, SHARED_STATIONS_MAX } from '#domain/accounts/limits.ts'
import { permissions } from '#domain/accounts/permissions.ts'
import {
  accountName,
  accountRole,
  companyName,
  grantable,
  instant,
  language,
  newPassword,
  personName,
  searchText,
  typedAccount,
  typedSecret,
  uuid,
  version,
} from '#domain/accounts/fields.ts'
import { pageCursor, pageLimit, listOf, PAGE_MAX } from './lists.ts'
import { routeTable } from './route.ts'

/** The signed-in person. `roles` has none or one entry; `permissions` may be exactly `*:*:*`. */
export const person = z.strictObject({
  id: uuid,
  account: z.string(),
  name: z.string(),
  roles: listOf(accountRole, 1),
  permissions: listOf(z.string(), permissions.length),
  company: z.nullable(z.strictObject({ id: uuid, name: z.string() })),
  language,
  /** Stations that are shared with them to be looked at alone: what they may do elsewhere they may not do there. */
  lookOnly: listOf(uuid, SHARED_STATIONS_MAX),
  /** A screen on a wall, signed in with a link that can only look. */
  look: z.optional(z.literal(true)),
})

const company = z.strictObject({ id: uuid, name: z.string(), createdAt: instant })

const accountView = z.strictObject({
  id: uuid,
  account: z.string(),
  name: z.string(),
  role: z.nullable(accountRole),
  extraPermissions: listOf(z.string(), GRANTED_MAX),
  company: z.nullable(z.strictObject({ id: uuid, name: z.string() })),
  disabledAt: z.nullable(instant),
  createdAt: instant,
  version,
})

const sessionView = z.strictObject({
  id: uuid,
  createdAt: instant,
  lastSeenAt: instant,
  browser: z.string(),
  current: z.boolean(),
})

const page = z.strictObject({
  /** Part of a name. */
  search: z.optional(searchText),
  limit: z.optional(pageLimit),
  cursor: z.optional(pageCursor),
})

export const accountRoutes = routeTable({
  'GET /api/session': {
    summary: 'Who is signed in, and whether the installation still waits for its first administrator',
    permission: 'public',
    objects: {},
    output: z.strictObject({ person: z.nullable(person), setupNeeded: z.boolean() }),
  },
  'POST /api/session': {
    summary: 'Sign in. Answers alike, in status, body and time, for an unknown account and a wrong password',
    permission: 'public',
    objects: {},
    body: z.strictObject({ account: typedAccount, password: typedSecret }),
    output: z.strictObject({ person }),
    errors: ['wrong_credentials', 'too_many_attempts'],
    status: 201,
  },
  'DELETE /api/session': {
    summary: 'Sign out: this session ends at once',
    permission: 'public',
    objects: {},
    output: z.strictObject({}),
  },
  'POST /api/session/confirm': {
    summary: 'Enter my password again: for the next ten minutes this session may do what asks for it',
    permission: 'signed-in',
    objects: {},
    body: z.strictObject({ password: typedSecret }),
    output: z.strictObject({}),
    errors: ['wrong_credentials', 'too_many_attempts'],
  },
  'POST /api/setup': {
    summary: 'Make the first administrator with the set-up code that the server printed once, and sign in',
    permission: 'public',
    objects: {},
    body: z.strictObject({
      code: typedSecret,
      account: accountName,
      name: personName,
      password: newPassword,
      company: companyName,
    }),
    output: z.strictObject({ person }),
    errors: [
      'wrong_setup_code',
      'already_set_up',
      'too_many_attempts',
      'password_too_short',
      'password_common',
      'account_format',
    ],
    status: 201,
  },
  'GET /api/me/granters': {
    summary: 'Who can give the caller a permission: people of the own company, else administrators',
    permission: 'signed-in',
    objects: {},
    query: z.strictObject({ permission: z.optional(z.enum(permissions)) }),
    output: z.strictObject({
      people: listOf(z.strictObject({ name: z.string(), role: accountRole }), GRANTERS_SHOWN),
    }),
  },
  'PUT /api/me': {
    summary: 'Change my own name and language',
    permission: 'signed-in',
    objects: {},
    body: z.strictObject({ name: z.optional(personName), language: z.optional(language) }),
    output: z.strictObject({ person }),
  },
  'PUT /api/me/password': {
    summary: 'Change my password; all my other sessions end',
    permission: 'signed-in',
    objects: {},
    body: z.strictObject({ present: typedSecret, next: newPassword }),
    output: z.strictObject({}),
    errors: ['wrong_credentials', 'too_many_attempts', 'password_too_short', 'password_common'],
  },
  'GET /api/me/sessions': {
    summary: 'My sessions',
    permission: 'signed-in',
    objects: {},
    output: z.strictObject({ sessions: listOf(sessionView, SESSIONS_MAX) }),
  },
  'DELETE /api/me/sessions/{sessionId}': {
    summary: 'End one of my sessions',
    permission: 'signed-in',
    objects: { sessionId: 'session' },
    output: z.strictObject({}),
    fresh: true,
  },
  'GET /api/companies': {
    summary: 'The companies the caller may see: all for an administrator, else the own one',
    permission: 'company:company:view',
    objects: {},
    query: page,
    output: z.strictObject({
      companies: listOf(
        z.extend(company, {
          stations: z.int().check(z.minimum(0)),
          /** Who can sign in. */
          people: z.int().check(z.minimum(0)),
        }),
        PAGE_MAX,
      ),
      next: z.nullable(z.string()),
    }),
  },
  'POST /api/companies': {
    summary: 'Add a company',
    permission: 'company:company:create',
    objects: {},
    body: z.strictObject({ id: uuid, name: companyName }),
    output: z.strictObject({ company }),
    idempotent: true,
    status: 201,
  },
  'GET /api/accounts': {
    summary: 'People of my company (all for an administrator)',
    permission: 'company:people:manage',
    objects: {},
    query: z.extend(page, { role: z.optional(accountRole) }),
    output: z.strictObject({ accounts: listOf(accountView, PAGE_MAX), next: z.nullable(z.string()) }),
  },
  'POST /api/accounts': {
    summary: 'Add a person. An installer adds people of the own company and never grants more than they hold',
    permission: 'company:people:manage',
    objects: { 'body.companyId': 'company' },
    body: z.strictObject({
      id: uuid,
      account: accountName,
      name: personName,
      password: newPassword,
      role: accountRole,
      companyId: z.nullable(uuid),
    }),
    output: z.strictObject({ account: accountView }),
    errors: ['account_taken', 'account_format', 'password_too_short', 'password_common'],
    fresh: true,
    idempotent: true,
    status: 201,
  },
  'PUT /api/accounts/{accountId}': {
    summary:
      "Change a person's role, extra permissions or whether the account is disabled; takes effect at the next request",
    permission: 'company:people:manage',
    objects: { accountId: 'account' },
    body: z.strictObject({
      role: z.optional(accountRole),
      extraPermissions: z.optional(grantable),
      disabled: z.optional(z.boolean()),
    }),
    output: z.strictObject({ account: accountView }),
    errors: ['wrong_state'],
    fresh: true,
    versioned: true,
  },
  'PUT /api/accounts/{accountId}/password': {
    summary:
      'Give a person who has forgotten theirs a new password; all their sessions end. Not of a disabled account, nor of somebody who holds more',
    permission: 'company:people:manage',
    objects: { accountId: 'account' },
    body: z.strictObject({ password: newPassword }),
    output: z.strictObject({}),
    errors: ['wrong_state', 'password_too_short', 'password_common'],
    fresh: true,
  },
})
