import type { ColumnType, Generated } from 'kysely'
import type { AccountRole } from '#domain/accounts/permissions.ts'
import type { Instant, MaybeInstant, Json, WithDefault } from './column-types.ts'

export type CompanyTable = {
  id: string
  name: string
  auto_dispatch: WithDefault<boolean>
  auto_review: WithDefault<boolean>
  created_at: Instant
  version: WithDefault<number>
  /** By which transaction its name was written. */
  changed: Generated<string | null>
}

export type AccountTable = {
  id: string
  account: string
  account_key: string
  name: string
  password_hash: string
  role: AccountRole | null
  extra_permissions: WithDefault<string[]>
  company_id: string | null
  language: WithDefault<'zh_CN' | 'en'>
  disabled_at: MaybeInstant
  created_at: Instant
  version: WithDefault<number>
}

export type SessionTable = {
  id: string
  token_hash: Uint8Array
  account_id: string
  created_at: Instant
  proven_at: Instant
  last_seen_at: Instant
  expires_at: Instant
  browser: WithDefault<string>
  /** Opened with a link that can only look. */
  look_link_id: string | null
}

export type LookLinkTable = {
  id: string
  token_hash: Uint8Array
  name: string
  account_id: string
  role: AccountRole
  company_id: string | null
  created_at: Instant
  expires_at: Instant
  last_used_at: MaybeInstant
}

export type SessionCodeTable = { code_hash: Uint8Array; session_id: string; expires_at: Instant }

export type AttemptTable = { key: string; failures: number; last_at: Instant; blocked_until: MaybeInstant }

export type InstallationTable = { key: string; value: Json<unknown> }

export type AuditTable = {
  id: Generated<number>
  at: Instant
  account_id: string | null
  company_id: string | null
  action: string
  object_kind: string | null
  object_id: string | null
  result: string
  detail: ColumnType<unknown, string | undefined, string>
  request_id: string | null
  ip: string | null
  /** Where it was done, as it was then; the database fills it in. */
  station_id: ColumnType<string | null, never, never>
}

export type IdempotencyTable = {
  account_id: string
  key: string
  route: string
  body_hash: Uint8Array
  status: number | null
  answer: ColumnType<unknown, string | null, string | null>
  etag: string | null
  created_at: Instant
}

export type AccountsTables = {
  company: CompanyTable
  account: AccountTable
  session: SessionTable
  look_link: LookLinkTable
  session_code: SessionCodeTable
  attempt: AttemptTable
  installation: InstallationTable
  audit: AuditTable
  idempotency: IdempotencyTable
}
