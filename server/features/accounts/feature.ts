import type { Feature } from '../../feature.ts'
import { sweepAccounts } from './sweep.ts'
import { accountHandlers } from './account-routes.ts'
import { lookHandlers } from './look-routes.ts'
import { shellHandlers } from './shell-routes.ts'

export const accountsFeature = {
  name: 'accounts',
  handlers: { ...accountHandlers, ...shellHandlers, ...lookHandlers },
  tables: ['account', 'attempt', 'company', 'installation', 'look_link', 'session', 'session_code'],
  jobs: ({ db }) => [{ name: 'accounts', everyMs: 600_000, run: async (now) => sweepAccounts(db, now) }],
} as const satisfies Feature
