import { Client } from 'pg'
import { DatabaseStartError } from './binaries.ts'
import { pgCode } from './trouble.ts'

/** How everyday work (requests, intake, jobs) signs in, beside the owner of the tables. */
export type Everyday = {
  /** For connections of everyday work. May hold a password: never log it. */
  readonly url: string
  /** Its role; null when there is none but the owner's. */
  readonly role: string | null
  /** What its connections begin with, at a replica as well. */
  readonly settings: Readonly<Record<string, string>>
  /** Why there is none, for a person; null when there is one. */
  readonly because: string | null
}

/** Identifiers of PostgreSQL are cut at this many bytes. */
const LONGEST_NAME = 63

/** The everyday role beside an owner who signs in as `login`. */
export const everydayRoleOf = (login: string): string =>
  `${Buffer.from(login)
    .subarray(0, LONGEST_NAME - '_app'.length)
    .toString()}_app`

/** An address whose connections begin with these settings; what it sets already stays. */
export const withSettings = (url: string, settings: Readonly<Record<string, string>>): string => {
  const wanted = Object.entries(settings).map(
    ([name, value]) => `-c ${name}=${value.replaceAll(/[\\\s]/g, String.raw`\$&`)}`,
  )
  const found = /([?&])options=([^&]*)/.exec(url)
  if (found === null)
    return `${url}${url.includes('?') ? '&' : '?'}options=${encodeURIComponent(wanted.join(' '))}`
  const before = decodeURIComponent((found[2] ?? '').replaceAll('+', ' '))
  return url.replace(
    found[0],
    () => `${found[1]}options=${encodeURIComponent([before, ...wanted].join(' '))}`,
  )
}

/**
 * Finds how everyday work signs in at the database of `url`, whose role owns the tables: with an address of its own
 * (`given`), or by the owner's with the role `LOGIN_app`, which is made when it is missing and the login may make roles.
 * @throws DatabaseStartError when `given` leads to another database.
 */
export const settleEveryday = async (url: string, given: string | null): Promise<Everyday> => {
  const owner = await connected(url)
  try {
    const { rows } = await owner.query<{ login: string; schemas: string[] }>(
      'SELECT current_user::text AS login, current_schemas(false)::text[] AS schemas',
    )
    const { login = '', schemas = [] } = rows[0] ?? {}
    const settings = {
      timezone: 'UTC',
      // The owner's own: "$user" would mean another schema.
      search_path: schemas.map((name) => owner.escapeIdentifier(name)).join(','),
    }
    if (given !== null) {
      const role = await roleOf(given, await placeOf(owner))
      if (role !== login) return { url: withSettings(given, settings), role, settings, because: null }
      return { url, role: null, settings: {}, because: 'both addresses sign in as the same role' }
    }
    const role = everydayRoleOf(login)
    const because = await comeToRole(owner, login, role)
    if (because !== null) return { url, role: null, settings: {}, because }
    const asRole = { ...settings, role }
    return { url: withSettings(url, asRole), role, settings: asRole, because: null }
  } finally {
    await owner.end()
  }
}

const connected = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url, application_name: 'sunkeeper roles' })
  client.on('error', () => {}) // a lost connection also fails the statement under way
  await client.connect()
  return client
}

/** One database of one running server, as both roles may see it. */
const placeOf = async (client: Client): Promise<string> => {
  const { rows } = await client.query<{ place: string }>(
    `SELECT pg_postmaster_start_time() || ' ' || oid AS place FROM pg_database WHERE datname = current_database()`,
  )
  return rows[0]?.place ?? ''
}

const roleOf = async (url: string, place: string): Promise<string> => {
  const client = await connected(url).catch((error: Error) => {
    throw new DatabaseStartError(`The database refuses the lesser login (DATABASE_URL): ${error.message}.`, {
      cause: error,
    })
  })
  try {
    if ((await placeOf(client)) !== place)
      throw new DatabaseStartError('DATABASE_URL and DATABASE_OWNER_URL lead to different databases.')
    const { rows } = await client.query<{ role: string }>('SELECT current_user::text AS role')
    return rows[0]?.role ?? ''
  } finally {
    await client.end()
  }
}

/** Sees to it that the login can take on the role. Gives why it cannot. */
const comeToRole = async (owner: Client, login: string, role: string): Promise<string | null> => {
  const [name, member] = [owner.escapeIdentifier(role), owner.escapeIdentifier(login)]
  const takes = () =>
    owner.query(`SET ROLE ${name}; RESET ROLE`).then(
      () => true,
      () => false,
    )
  if (await takes()) return null
  try {
    const { rowCount } = await owner.query('SELECT FROM pg_roles WHERE rolname = $1', [role])
    if (rowCount === 0) await owner.query(`CREATE ROLE ${name} NOLOGIN`).catch(unlessThere)
    await owner.query(`GRANT ${name} TO ${member}`)
  } catch (error) {
    if (pgCode(error) !== '42501') throw error
    return `${login} may neither make the role ${role} nor take it on`
  }
  return (await takes()) ? null : `${login} may not take on the role ${role}`
}

/** Another server made it in the same moment. */
const unlessThere = (error: unknown): void => {
  if (pgCode(error) !== '42710' && pgCode(error) !== '23505') throw error
}
