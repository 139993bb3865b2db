import { Client } from 'pg'
import { pgCode } from '../db/trouble.ts'
import { BackupError } from './manifest.ts'

/** Held shared by every backup; an arbitrary number, ours alone. Whoever drops tables asks for it alone. */
const BACKUP_LOCK = 7_201_002

/**
 * A connection without the server's time limits that reads and writes values the same way on every PostgreSQL.
 * Rows that a policy would hide are an error, never silently left out.
 */
export const openBackupSession = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url, application_name: 'sunkeeper backup', keepAlive: true })
  client.on('error', () => {}) // a lost connection also fails the statement under way
  await client.connect()
  await client.query(`SET timezone = 'UTC'; SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres';
    SET bytea_output = 'hex'; SET extra_float_digits = 1; SET client_encoding = 'UTF8';
    SET synchronize_seqscans = off; SET row_security = off;
    SET statement_timeout = 0; SET lock_timeout = '60s'; SET idle_in_transaction_session_timeout = 0`)
  return client
}

/** Whoever may not read or fill all tables is told whose login it takes. */
export const notAsOwner = (error: unknown): never => {
  if (pgCode(error) !== '42501') throw error
  throw new BackupError(
    'This login may not read and fill all tables of the database: set DATABASE_OWNER_URL, as for the server.',
  )
}

/** Until the session ends. */
export const holdBackupLock = async (client: Client): Promise<void> => {
  await client.query('SELECT pg_advisory_lock_shared($1)', [BACKUP_LOCK])
}

type Connections = {
  connect: () => Promise<{
    query: (text: string, values: unknown[]) => Promise<{ rows: { held?: boolean }[] }>
    release: (destroy?: boolean) => void
  }>
}

/**
 * Runs work that drops tables, unless a backup is reading them: it would wait for the backup's end, and everything
 * else behind it. Gives null when it was left for later.
 */
export const unlessBackedUp = async <T>(pool: Connections, work: () => Promise<T>): Promise<T | null> => {
  const client = await pool.connect()
  let lost = true
  try {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS held', [BACKUP_LOCK])
    if (rows[0]?.held !== true) {
      lost = false
      return null
    }
    try {
      return await work()
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [BACKUP_LOCK]).then(
        () => (lost = false),
        () => undefined,
      )
    }
  } finally {
    client.release(lost)
  }
}
