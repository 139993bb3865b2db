import type { Client, Pool } from 'pg'

/** What was written once and is never changed: no statement of everyday work can, whatever it is made to say. */
const writtenOnce: readonly string[] = [
  'alarm_clear',
  'audit',
  'firmware_image',
  'order_answer',
  'order_file',
  'push_key',
  'reading',
  'reading_packed',
  'upgrade_event',
]

/** The only tables out of which everyday work takes rows; what hangs on a row goes with it as its table's owner does. */
const takenOutOf: readonly string[] = [
  'alarm_cost',
  'alarm_notice',
  'alarm_total',
  'attempt',
  'built_in_edge',
  'edge_device',
  'edge_pairing',
  'energy_aside',
  'energy_day',
  'energy_due',
  'energy_fold',
  'energy_past',
  'energy_span',
  'favourite',
  'file',
  'gateway_change',
  'gateway_message',
  'idempotency',
  'installation',
  'look_link',
  'order_total',
  'past_price',
  'push_delivery',
  'push_subscription',
  'quarantine',
  'rule_setting',
  'rule_state',
  'session',
  'session_code',
  'station_figures',
  'station_group',
  'station_group_member',
  'station_mark',
  'station_share',
  'webhook',
  'webhook_delivery',
]

/** What everyday work does as the owner of the tables. */
const ownersFunctions: readonly string[] = [
  'reading_day_make(date)',
  'reading_day_drop(date)',
  'reading_day_empty(date)',
  'reading_packed_make(date)',
  'reading_packed_drop(date)',
  'reading_pack_settle(integer[],date)',
  'reading_unpack(integer[],date)',
]

const privileges = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'] as const
type Privilege = (typeof privileges)[number]

const rightsIn = (table: string): readonly Privilege[] => {
  if (table === 'migration') return ['SELECT']
  // What happened with an order is never changed; that it was told is noted beside it (below).
  if (table === 'order_flow' || writtenOnce.includes(table)) return ['SELECT', 'INSERT']
  if (takenOutOf.includes(table)) return ['SELECT', 'INSERT', 'UPDATE', 'DELETE']
  return ['SELECT', 'INSERT', 'UPDATE']
}

/** Tables of the schema but for partitions, which are reached through their parent alone, and what extensions brought. */
const tables = `SELECT c.oid, c.relname::text AS name FROM pg_class c
   WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     AND NOT EXISTS (SELECT FROM pg_depend x WHERE x.classid = 'pg_class'::regclass AND x.objid = c.oid AND x.deptype = 'e')`

/** Which of the privileges `$1` a role has in each of the tables. */
const heldBy = (role: 'current_user' | '$2::name') =>
  `SELECT t.name, ARRAY(SELECT one FROM unnest($1::text[]) AS one WHERE has_table_privilege(${role}, t.oid, one)) AS held
     FROM (${tables}) AS t ORDER BY t.name`

/**
 * Gives the everyday role what it needs and takes away what is more. Runs as the owner after every migration, one
 * runner at a time; rights that stand as they should are not touched.
 */
export const grantEveryday = async (owner: Client, role: string): Promise<void> => {
  const name = owner.escapeIdentifier(role)
  const { rows } = await owner.query<{ name: string; held: string[] }>(heldBy('$2::name'), [privileges, role])
  const schema = await owner.query<{ name: string; used: boolean }>(
    `SELECT current_schema()::text AS name, has_schema_privilege($1::name, current_schema(), 'USAGE') AS used`,
    [role],
  )
  const statements: string[] = []
  const schemaName = owner.escapeIdentifier(schema.rows[0]?.name ?? '')
  if (schema.rows[0]?.used !== true) statements.push(`GRANT USAGE ON SCHEMA ${schemaName} TO ${name}`)
  for (const table of rows) {
    const wanted = rightsIn(table.name)
    if (table.held.join() === wanted.join()) continue
    const one = owner.escapeIdentifier(table.name)
    statements.push(`REVOKE ALL ON ${one} FROM ${name}`, `GRANT ${wanted.join(', ')} ON ${one} TO ${name}`)
  }
  statements.push(...(await furtherGrants(owner, role)))
  if (statements.length === 0) return
  await owner.query('BEGIN')
  try {
    for (const statement of statements) await owner.query(statement)
    await owner.query('COMMIT')
  } catch (error) {
    await owner.query('ROLLBACK').catch(() => {}) // the connection may be what was lost
    throw error
  }
}

/** What is not a right on a whole table. */
const furtherGrants = async (owner: Client, role: string): Promise<string[]> => {
  const name = owner.escapeIdentifier(role)
  const { rows } = await owner.query<{ statement: string; held: boolean | null }>(
    `SELECT 'GRANT USAGE ON SEQUENCE station_code_number TO ' AS statement,
            has_sequence_privilege($1::name, to_regclass('station_code_number')::oid, 'USAGE') AS held
     UNION ALL
     SELECT 'GRANT UPDATE (told) ON order_flow TO ',
            has_column_privilege($1::name, to_regclass('order_flow')::oid, 'told', 'UPDATE')
     UNION ALL
     -- What a reading is worth may be judged anew; what it said is never changed.
     SELECT 'GRANT UPDATE (flags) ON reading TO ',
            has_column_privilege($1::name, to_regclass('reading')::oid, 'flags', 'UPDATE')
     UNION ALL
     -- Views need no more than this: what they show belongs to the tables' owner.
     SELECT 'GRANT SELECT ON reading_unpacked TO ',
            has_table_privilege($1::name, to_regclass('reading_unpacked')::oid, 'SELECT')
     UNION ALL
     SELECT 'GRANT SELECT ON reading_rows TO ',
            has_table_privilege($1::name, to_regclass('reading_rows')::oid, 'SELECT')
     UNION ALL
     SELECT format('GRANT EXECUTE ON FUNCTION %s TO ', one),
            has_function_privilege($1::name, to_regprocedure(one)::oid, 'EXECUTE')
       FROM unnest($2::text[]) AS one`,
    [role, ownersFunctions],
  )
  // null: a schema that does not have it.
  return rows.filter((one) => one.held === false).map(({ statement }) => statement + name)
}

/** What a connection of everyday work could do beyond its rights, in words for a person: normally nothing. */
export const beyondRights = async (everyday: Pool): Promise<string[]> => {
  const { rows } = await everyday.query<{ powers: boolean; makes: boolean; owns: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = current_user
                       AND (rolsuper OR rolbypassrls OR rolcreaterole OR rolreplication)) AS powers,
            has_schema_privilege(current_schema(), 'CREATE') AS makes,
            EXISTS (SELECT FROM (${tables}) AS t JOIN pg_class c ON c.oid = t.oid
                     WHERE pg_has_role(current_user, c.relowner, 'MEMBER')) AS owns`,
  )
  const found = rows[0]
  const more = await everyday.query<{ name: string; held: string[] }>(heldBy('current_user'), [privileges])
  const beyond = more.rows.flatMap(({ name, held: has }) => {
    const extra = has.filter((one) => !rightsIn(name).includes(one as Privilege))
    return extra.length === 0 ? [] : [`may ${extra.join(', ')} in ${name}`]
  })
  return [
    ...(found?.powers === true ? ['has powers over the whole server'] : []),
    ...(found?.makes === true ? ['may make tables'] : []),
    ...(found?.owns === true ? ['is or may become the owner of the tables'] : []),
    ...beyond,
  ]
}
