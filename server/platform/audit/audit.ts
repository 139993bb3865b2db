import { sql } from 'kysely'
import type { ErrorCode } from '#domain/errors.ts'
import type { Db } from '../db/handle.ts'

export type AuditEntry = {
  at: number
  accountId?: string | null
  /** Whose log it stands in; else the company of its object, and where that is none that is known, of whoever did it. */
  companyId?: string | null
  actorCompanyId?: string | null
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
  const { objectKind = null, objectId = null, result } = entry
  const detail = JSON.stringify(entry.detail ?? {})
  const actor = entry.actorCompanyId ?? null
  await db
    .insertInto('audit')
    .values({
      at: new Date(entry.at),
      account_id: entry.accountId ?? null,
      company_id:
        entry.companyId === undefined
          ? sql<
              string | null
            >`audit_company_of(${objectKind}, ${objectId}, ${detail}::jsonb, ${result}, ${actor}::uuid)`
          : entry.companyId,
      action: entry.action,
      object_kind: objectKind,
      object_id: objectId,
      result,
      detail,
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
  actorCompanyId: call.who?.companyId ?? null,
  requestId: call.requestId,
  ip: call.ip,
})

/** That somebody has done something, in the transaction of what they did. */
export const recordDone = (
  db: Db,
  caller: Parameters<typeof auditOf>[0],
  entry: Omit<AuditEntry, 'at' | 'result' | 'requestId' | 'ip'>,
): Promise<void> => record(db, { ...auditOf(caller), ...entry, result: 'done' })
