import type { messageRoutes } from '#contract/http/messages.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { byTime, readPage } from '../../platform/page/page.ts'
import { transact } from '../../platform/db/open.ts'
import type { Handlers } from '../../call.ts'
import { refuse } from '../../platform/refusal.ts'
import { readChoice, saveChoice } from './choices.ts'
import { markRead, messagesOf, unreadOf } from './message-store.ts'
import { mayCall } from './post-once.ts'
import {
  shownAddress,
  webhooksOf,
  removeWebhook,
  updateWebhook,
  lockWebhook,
  hasWebhook,
  insertWebhook,
  countVisibleWebhooks,
  countWebhooks,
} from './webhook-store.ts'
import { visibleCompany } from '../accounts/account-store.ts'
import { WEBHOOKS_MAX } from '#domain/messages/limits.ts'

export const messageHandlers: Handlers<typeof messageRoutes> = {
  'GET /api/messages': async ({ context, query, who, now }) => {
    const [{ rows, next }, unread] = await Promise.all([
      readPage(query, {
        order: byTime,
        read: (after, limit) =>
          messagesOf(context.db, who, now, { unread: query.unread ?? false, after, limit }),
        placeOf: ({ dueAt, message }) => ({ at: dueAt, id: message.id }),
      }),
      unreadOf(context.db, who, now),
    ])
    return { messages: rows.map(({ message }) => message), next, unread }
  },

  'GET /api/messages/unread': async ({ context, who, now }) => ({
    unread: await unreadOf(context.db, who, now),
  }),

  'PUT /api/messages/read': async ({ context, body, who, now }) => {
    const ids = body.ids && [...new Set(body.ids)]
    const found = await markRead(context.db, who, now, ids)
    if (ids !== undefined && found !== ids.length) refuse('not_found', { field: 'ids' })
    return { unread: await unreadOf(context.db, who, now) }
  },

  'GET /api/notifications': async ({ context, who, now }) => ({
    choice: await readChoice(context.db, who, now),
  }),

  'PUT /api/notifications': async ({ context, body, who, now }) => ({
    choice: await saveChoice(context.db, who, now, body),
  }),

  'GET /api/webhooks': async ({ context, who }) => ({
    webhooks: await webhooksOf(context.db, who),
    total: await countVisibleWebhooks(context.db, who),
  }),

  'POST /api/webhooks': async (call) => {
    const { context, body, who, now } = call
    const { url, secret, events } = body
    // Of all companies is an administrator's to say.
    const companyId = body.companyId ?? (who.role === 'administrator' ? null : who.companyId)
    if (companyId === null && who.role !== 'administrator') refuse('not_found', { field: 'companyId' })
    if (!mayCall(url, context.webhooks.privateAllowed)) refuse('webhook_private', { field: 'url' })
    const id = call.actId
    await transact(context.db, async (trx) => {
      if (companyId !== null) {
        const company = await visibleCompany(trx, who, companyId)
        if (!company) refuse('not_found', { field: 'companyId' })
      }
      if (await hasWebhook(trx, id)) return
      if ((await countWebhooks(trx, companyId)) >= WEBHOOKS_MAX) refuse('webhooks_full')
      await insertWebhook(trx, { id, url, secret, companyId, events, accountId: who.accountId, now })
      await recordDone(trx, call, {
        action: 'webhook.create',
        objectKind: 'webhook',
        objectId: id,
        detail: { url: shownAddress(url), events, companyId },
      })
    })
    const [webhook] = await webhooksOf(context.db, call.who, id)
    return { webhook: webhook ?? refuse('not_found') }
  },

  'PUT /api/webhooks/{webhookId}': async (call) => {
    const { context, params, body } = call
    const id = params.webhookId
    const { secret, events, enabled } = body
    await transact(context.db, async (trx) => {
      const row = (await lockWebhook(trx, id, call.who)) ?? refuse('not_found')
      if (row.version !== call.ifMatch) {
        const [webhook] = await webhooksOf(trx, call.who, id)
        refuse('version_stale', { current: { webhook } })
      }
      // As it was shown it is not changed: a password in it was hidden.
      const url = body.url === shownAddress(row.url) ? undefined : body.url
      if (url !== undefined && !mayCall(url, context.webhooks.privateAllowed))
        refuse('webhook_private', { field: 'url' })
      await updateWebhook(trx, { url, secret, events, enabled, id })
      await recordDone(trx, call, {
        action: 'webhook.change',
        objectKind: 'webhook',
        objectId: id,
        detail: {
          ...(url === undefined ? {} : { url: shownAddress(url) }),
          events,
          enabled,
          secret: secret !== undefined,
        },
      })
    })
    const [webhook] = await webhooksOf(context.db, call.who, id)
    return { webhook: webhook ?? refuse('not_found') }
  },

  'DELETE /api/webhooks/{webhookId}': async (call) => {
    await transact(call.context.db, async (trx) => {
      const gone = await removeWebhook(trx, call.params.webhookId, call.who)
      if (!gone) refuse('not_found')
      await recordDone(trx, call, {
        companyId: gone?.company_id ?? null,
        action: 'webhook.delete',
        objectKind: 'webhook',
        objectId: call.params.webhookId,
        detail: gone ? { url: shownAddress(gone.url) } : {},
      })
    })
    return {}
  },
}
