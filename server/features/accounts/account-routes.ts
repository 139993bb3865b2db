import type { accountRoutes } from '#contract/http/accounts.ts'
import { PAGE_MAX } from '#contract/http/lists.ts'
import type { Handlers } from '../../call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { accountsSeenBy, accountWithCompany, companiesSeenBy, updateAccount } from './account-store.ts'
import { personAsking, personOf, presentAccount } from './account-views.ts'
import { auditOf, record, recordDone } from '../../platform/audit/audit.ts'
import { changeAccount } from './change-account.ts'
import { changePassword } from './change-password.ts'
import { confirmPassword } from './confirm-password.ts'
import { createAccount } from './create-account.ts'
import { createCompany } from './create-company.ts'
import { countOfCompanies } from './find-company-counts.ts'
import { byTime, readPage, textPart } from '../../platform/page/page.ts'
import { endSession, sessionsOf } from './session-store.ts'
import { grantersFor } from './find-granters.ts'
import { setPassword } from './set-password.ts'
import { setUp, setupNeeded } from './set-up.ts'
import { signIn } from './sign-in.ts'

const byName = { key: textPart(/^[^\0]{1,200}$/u) }

export const accountHandlers: Handlers<typeof accountRoutes> = {
  'GET /api/session': async ({ context, who }) => ({
    person: who === null ? null : await personAsking(context.db, who),
    setupNeeded: who === null && (await setupNeeded(context.db)),
  }),

  'POST /api/session': async (call) => {
    const { token, accountId, device } = await signIn(call, call.body)
    call.setSession(token)
    call.setDevice(device)
    if (call.who !== null) call.context.accountChanged.tell(call.who.accountId)
    return { person: await personOf(call.context.db, accountId) }
  },

  'DELETE /api/session': async (call) => {
    const { context, who } = call
    if (who !== null) {
      await endSession(context.db, who.accountId, who.sessionId)
      await record(context.db, { ...auditOf(call), action: 'session.sign-out', result: 'done' })
      context.accountChanged.tell(who.accountId)
    }
    call.setSession(null)
    return {}
  },

  'POST /api/session/confirm': async (call) => {
    await confirmPassword(call, call.body.password)
    return {}
  },

  'POST /api/setup': async (call) => {
    const { token, accountId } = await setUp(call, call.body)
    call.setSession(token)
    return { person: await personOf(call.context.db, accountId) }
  },

  'GET /api/me/granters': async ({ context, who, query }) => ({
    people: await grantersFor(context.db, who, query.permission),
  }),

  'PUT /api/me': async ({ context, who, body }) => {
    await updateAccount(context.db, who.accountId, {
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.language === undefined ? {} : { language: body.language }),
    })
    return { person: await personOf(context.db, who.accountId) }
  },

  'PUT /api/me/password': async (call) => {
    call.setSession(await changePassword(call, call.body))
    return {}
  },

  'GET /api/me/sessions': async ({ context, who, now }) => {
    const rows = await sessionsOf(context.db, now, who.accountId)
    return {
      sessions: rows.map((row) => ({
        id: row.id,
        createdAt: row.created_at,
        lastSeenAt: row.last_seen_at,
        browser: row.browser,
        current: row.id === who.sessionId,
      })),
    }
  },

  'DELETE /api/me/sessions/{sessionId}': async (call) => {
    const { context, who, params } = call
    if (!(await endSession(context.db, who.accountId, params.sessionId))) throw new Refusal('not_found')
    if (params.sessionId === who.sessionId) call.setSession(null)
    await recordDone(context.db, call, {
      action: 'session.end',
      objectKind: 'session',
      objectId: params.sessionId,
    })
    context.accountChanged.tell(who.accountId)
    return {}
  },

  'GET /api/companies': async ({ context, who, query }) => {
    const { rows, next } = await readPage(query, {
      order: byTime,
      size: PAGE_MAX,
      read: (after, limit) => companiesSeenBy(context.db, who, { after, search: query.search ?? '', limit }),
      placeOf: ({ created_at, id }) => ({ at: created_at, id }),
    })
    const counts = await countOfCompanies(
      context.db,
      rows.map(({ id }) => id),
    )
    return {
      companies: rows.map(({ id, name, created_at }) => ({
        id,
        name,
        createdAt: created_at,
        stations: counts.stations.get(id) ?? 0,
        people: counts.people.get(id) ?? 0,
      })),
      next,
    }
  },

  'POST /api/companies': async (call) => ({ company: await createCompany(call, call.body) }),

  'GET /api/accounts': async ({ context, who, query }) => {
    const { search = '', role = null } = query
    const { rows, next } = await readPage(query, {
      order: byName,
      size: PAGE_MAX,
      read: (after, limit) =>
        accountsSeenBy(context.db, who, { afterKey: after?.key ?? null, search, role, limit }),
      placeOf: ({ account_key }) => ({ key: account_key }),
    })
    return { accounts: rows.map(presentAccount), next }
  },

  'POST /api/accounts': async (call) => {
    await createAccount(call, call.body)
    return { account: presentAccount(await accountWithCompany(call.context.db, call.body.id)) }
  },

  'PUT /api/accounts/{accountId}': async (call) => {
    await changeAccount(call, call.params.accountId, call.body)
    return { account: presentAccount(await accountWithCompany(call.context.db, call.params.accountId)) }
  },

  'PUT /api/accounts/{accountId}/password': async (call) => {
    await setPassword(call, call.params.accountId, call.body.password)
    return {}
  },
}
