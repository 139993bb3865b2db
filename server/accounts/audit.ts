import type { ErrorCode } from '#domain/errors.ts'
import type { Db } from '../kitchen.ts'

export type AuditEntry = {
  at: number
  accountId?: string | null
  companyId?: string | null
  /** What was done, in `area.verb` form: `account.disable`; for a refused call its route key. */
  action: string
  objectKind?: string
  objectId?: string
  result: 'done' | ErrorCode
  /** Never a secret, never a password. */
  detail?: Record<string, unknown>
  requestId?: string
  ip?: string
}

/** Adds a row to the audit log, in the caller's transaction when `db` is one. Rows are never changed. */
export const record = async (db: Db, entry: AuditEntry): Promise<void> => {
  await db
    .insertInto('audit')
    .values({
      at: new Date(entry.at),
      account_id: entry.accountId ?? null,
      company_id: entry.companyId ?? null,
      action: entry.action,
      object_kind: entry.objectKind ?? null,
      object_id: entry.objectId ?? null,
      result: entry.result,
      detail: JSON.stringify(entry.detail ?? {}),
      request_id: entry.requestId ?? null,
      ip: entry.ip ?? null,
    })
    .execute()
}

/** The part of an entry that every call gives. */
export const auditOf = (call: {
  now: number
  requestId: string
  ip: string
  who: { accountId: string; companyId: string | null } | null
}) => ({
  at: call.now,
  accountId: call.who?.accountId ?? null,
  companyId: call.who?.companyId ?? null,
  requestId: call.requestId,
  ip: call.ip,
})
