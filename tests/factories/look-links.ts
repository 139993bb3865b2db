import { randomBytes, randomUUID } from 'node:crypto'
import type { BodyInput } from '#contract/http/route.ts'
import type { lookRoutes } from '#contract/http/look-links.ts'
import { insertLook } from '#server/features/accounts/look-store.ts'
import type { FactoryFile } from './objects.ts'

const DAY_MS = 86_400_000
type Body<Key extends keyof typeof lookRoutes> = BodyInput<(typeof lookRoutes)[Key]>

export const objects: NonNullable<FactoryFile['objects']> = {
  look_link: async (app, caller) => {
    const id = randomUUID()
    await insertLook(app.db, {
      id,
      token_hash: randomBytes(32),
      name: 'Lobby',
      account_id: caller.accountId,
      role: 'installer',
      company_id: caller.companyId,
      created_at: new Date(app.now()),
      expires_at: new Date(app.now() + DAY_MS),
      last_used_at: null,
    })
    return id
  },
}

const link: Body<'POST /api/look-links'> = { name: 'Control room', days: '30' }
const token: Body<'POST /api/session/look'> = { token: 'x'.repeat(43) }

export const bodies: NonNullable<FactoryFile['bodies']> = {
  'POST /api/look-links': () => link,
  'POST /api/session/look': () => token,
}
