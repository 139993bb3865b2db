import type { AccountRole, Permission } from '#domain/accounts/permissions.ts'
import { permits } from '#domain/accounts/permissions.ts'

/** The caller, as the database knows them at this request. */
export type Who = {
  accountId: string
  name: string
  role: AccountRole | null
  /** Role defaults and extra permissions; may hold exactly `*:*:*`. */
  permissions: readonly string[]
  companyId: string | null
  /** Ids of stations that are shared with them now to be managed as their own. */
  managedStations: readonly string[]
  sessionId: string
  /** When the password was last entered in this session, epoch ms. */
  provenAt: number
  /** The session was opened with this link: it asks what a screen on a wall asks, and nothing else. */
  look?: { id: string; name: string }
}

/** Who asks, when and from where: what every operation takes, and what its entry in the audit log needs. */
export type Caller = { who: Who; now: number; requestId: string; ip: string }

export const may = (who: Who, permission: Permission): boolean => permits(who.permissions, permission)
