import type { Feature } from '../../feature.ts'
import { sweepAccounts } from './sweep.ts'
import { accountHandlers } from './account-routes.ts'
import { shellHandlers } from './shell-routes.ts'

export const accountsFeature = {
  name: 'accounts',
  handlers: { ...accountHandlers, ...shellHandlers },
  tables: ['account', 'attempt', 'company', 'installation', 'session', 'session_code'],
  jobs: ({ db }) => [{ name: 'accounts', everyMs: 600_000, run: async (now) => sweepAccounts(db, now) }],
} as const satisfies Feature
