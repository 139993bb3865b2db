import type { lookRoutes } from '#contract/http/look-links.ts'
import type { Handlers } from '../../call.ts'
import { refuse } from '../../platform/refusal.ts'
import { personAsking } from './account-views.ts'
import { endLook, makeLook, openLook } from './look-links.ts'
import { looksManagedBy, type ShownLook, countManagedLooks } from './look-store.ts'
import { whoHolds } from './session-store.ts'

const present = (row: ShownLook) => ({
  id: row.id,
  name: row.name,
  by: { id: row.account_id, name: row.by_name },
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
  screens: row.screens ?? 0,
  dead: row.dead,
})

export const lookHandlers: Handlers<typeof lookRoutes> = {
  'GET /api/look-links': async ({ context, who, now }) => ({
    links: (await looksManagedBy(context.db, who, now)).map(present),
    total: await countManagedLooks(context.db, who, now),
  }),

  'POST /api/look-links': async (call) => {
    const { link, token } = await makeLook(call, { id: call.actId, ...call.body })
    return { link: present(link), token }
  },

  'DELETE /api/look-links/{linkId}': async (call) => {
    await endLook(call, call.params.linkId)
    return {}
  },

  'POST /api/session/look': async (call) => {
    const { token, lastsMs } = await openLook(call, call.body.token)
    call.setSession(token, { lastsMs })
    if (call.who !== null) call.context.accountChanged.tell(call.who.accountId)
    const who = (await whoHolds(call.context.db, call.now, token)) ?? refuse('wrong_code')
    return { person: await personAsking(call.context.db, who) }
  },
}
