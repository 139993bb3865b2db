import type { shellRoutes } from '#contract/http/shell.ts'
import type { Handlers } from '../../call.ts'
import { personOf } from './account-views.ts'
import { exchangeCode, makeSessionCode } from './session-codes.ts'

export const shellHandlers: Handlers<typeof shellRoutes> = {
  'GET /api/shell': async ({ context }) => ({ origins: [...context.shellOrigins] }),

  'POST /api/session/codes': async ({ context, who, now }) => makeSessionCode(context.db, now, who),

  'POST /api/session/exchange': async (call) => {
    const { token, accountId } = await exchangeCode(call, call.body.code)
    call.setSession(token, { framed: call.body.framed && call.context.shellOrigins.length > 0 })
    if (call.who !== null) call.context.accountChanged.tell(call.who.accountId)
    return { person: await personOf(call.context.db, accountId) }
  },
}
