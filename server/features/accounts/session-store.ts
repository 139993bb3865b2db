import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { SESSIONS_MAX } from '#domain/accounts/limits.ts'
import { sql } from 'kysely'
import { heldPermissions } from '#domain/accounts/granting.ts'
import { lookPermissions } from '#domain/accounts/permissions.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'
import { knownAs } from '../../platform/db/known-statement.ts'
import { madeByWhoTheyAre, noteLook } from './look-store.ts'
import type { Who } from './who.ts'

const day = 24 * 3_600_000
/** Both ends are the server's; the browser's cookie only follows. */
export const SESSION_IDLE_MS = 14 * day
export const SESSION_LONGEST_MS = 90 * day
const SEEN_EVERY_MS = 60_000
/** How long after the password was entered a session may do what a stolen one must not. */
export const FRESH_MS = 10 * 60_000

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
const tokenShape = /^[A-Za-z0-9_-]{43}$/

/** Opens a session and returns its token: 256 random bits that only the browser keeps. */
export const openSession = async (
  db: Db,
  now: number,
  session: {
    accountId: string
    browser: string
    provenAt?: number
    /** Opened with this link, and for as long as it. */
    look?: { linkId: string; expiresAt: number }
  },
): Promise<{ token: string; sessionId: string }> => {
  const token = randomBytes(32).toString('base64url')
  const sessionId = randomUUID()
  await db
    .insertInto('session')
    .values({
      id: sessionId,
      token_hash: hashOf(token),
      account_id: session.accountId,
      created_at: new Date(now),
      proven_at: new Date(session.look === undefined ? (session.provenAt ?? now) : 0),
      last_seen_at: new Date(now),
      expires_at: new Date(session.look?.expiresAt ?? now + SESSION_LONGEST_MS),
      browser: session.browser,
      look_link_id: session.look?.linkId ?? null,
    })
    .execute()
  if (session.look === undefined) await endOldest(db, session.accountId)
  return { token, sessionId }
}

const endOldest = async (db: Db, accountId: string): Promise<void> => {
  await db
    .deleteFrom('session')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('session')
        .select('id')
        .where('account_id', '=', accountId)
        .where('look_link_id', 'is', null)
        .orderBy('last_seen_at', 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .offset(SESSIONS_MAX),
    )
    .execute()
}

const living = (db: Db, now: number) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .leftJoin('look_link', 'look_link.id', 'session.look_link_id')
    .where('session.expires_at', '>', instant(now))
    .where('account.disabled_at', 'is', null)
    // A screen may be switched off for a month; what it shows is what whoever hung it up saw as who they were then.
    .where((eb) =>
      eb.or([
        eb.and([
          eb('session.look_link_id', 'is', null),
          eb('session.last_seen_at', '>', instant(now - SESSION_IDLE_MS)),
        ]),
        eb.and([eb('look_link.expires_at', '>', instant(now)), madeByWhoTheyAre]),
      ]),
    )
    .select([
      'session.id as session_id',
      'session.proven_at',
      'session.last_seen_at',
      'account.id',
      'account.name',
      'account.role',
      'account.extra_permissions',
      'account.company_id',
      'look_link.id as look_id',
      'look_link.name as look_name',
      (eb) =>
        eb
          .selectFrom('station_share')
          .select(sql<string[]>`coalesce(array_agg(station_id::text), '{}')`.as('ids'))
          .whereRef('station_share.account_id', '=', 'account.id')
          .where('station_share.rights', '=', 'manage')
          .where((share) => share.or([share('until_at', 'is', null), share('until_at', '>', instant(now))]))
          .as('managed'),
    ])

type LivingRow = Awaited<ReturnType<ReturnType<typeof living>['execute']>>[number]

const whoOf = (row: LivingRow): Who => {
  const held = heldPermissions(row.role, row.extra_permissions)
  const who = {
    accountId: row.id,
    name: row.name,
    role: row.role,
    companyId: row.company_id,
    sessionId: row.session_id,
    provenAt: row.proven_at,
  }
  return row.look_id === null
    ? { ...who, permissions: held, managedStations: row.managed ?? [] }
    : {
        ...who,
        permissions: lookPermissions(held),
        managedStations: [],
        look: { id: row.look_id, name: row.look_name ?? '' },
      }
}

/** Who holds this token now: rights are read at every request. Notes at most once a minute that the session lives. */
export const whoHolds = async (db: Db, now: number, token: string): Promise<Who | null> => {
  if (!tokenShape.test(token)) return null
  const row = await living(db, now)
    .modifyFront(knownAs('session'))
    .where('session.token_hash', '=', hashOf(token))
    .executeTakeFirst()
  if (!row) return null
  if (now - row.last_seen_at >= SEEN_EVERY_MS) {
    await db
      .updateTable('session')
      .set({ last_seen_at: new Date(now) })
      .where('id', '=', row.session_id)
      .execute()
    if (row.look_id !== null) await noteLook(db, row.look_id, now)
  }
  return whoOf(row)
}

/** The same for sessions whose streams are open, in one statement. */
export const whoAre = async (
  db: Db,
  now: number,
  sessionIds: readonly string[],
): Promise<Map<string, Who>> => {
  if (sessionIds.length === 0) return new Map()
  const rows = await living(db, now).where('session.id', 'in', sessionIds).execute()
  return new Map(rows.map((row) => [row.session_id, whoOf(row)]))
}

export const sessionsOf = (db: Db, now: number, accountId: string) =>
  db
    .selectFrom('session')
    .select(['id', 'created_at', 'last_seen_at', 'browser'])
    .where('account_id', '=', accountId)
    .where('look_link_id', 'is', null)
    .where('expires_at', '>', instant(now))
    .where('last_seen_at', '>', instant(now - SESSION_IDLE_MS))
    .orderBy('last_seen_at', 'desc')
    .limit(SESSIONS_MAX)
    .execute()

/** The password was entered in this session just now. */
export const proveSession = async (db: Db, now: number, sessionId: string): Promise<void> => {
  await db
    .updateTable('session')
    .set({ proven_at: new Date(now) })
    .where('id', '=', sessionId)
    .execute()
}

/** Ends one session of this account; false when it has no such session. */
export const endSession = async (db: Db, accountId: string, sessionId: string): Promise<boolean> => {
  const gone = await db
    .deleteFrom('session')
    .where('id', '=', sessionId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** Screens on walls are no browsers of this person's: they end with their links. */
export const endSessions = async (db: Db, accountId: string, but: string | null = null): Promise<void> => {
  await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('look_link_id', 'is', null)
    .$if(but !== null, (query) => query.where('id', '<>', but ?? ''))
    .execute()
}

export const dropExpiredSessions = async (db: Db, now: number): Promise<void> => {
  await db
    .deleteFrom('session')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<=', instant(now)),
        eb.and([eb('look_link_id', 'is', null), eb('last_seen_at', '<=', instant(now - SESSION_IDLE_MS))]),
      ]),
    )
    .execute()
}
