import type { Client } from 'pg'
import { BackupError, type TableEntry } from './manifest.ts'

/** A table of the installation as it stands in the database, without its rows. */
export type TableShape = Pick<TableEntry, 'name' | 'columns' | 'partition'>

/** What extensions brought along (PostGIS has tables of its own) belongs to the database, not to the installation. */
const ours = (catalogue: string, id: string): string =>
  `NOT EXISTS (SELECT 1 FROM pg_depend x WHERE x.classid = '${catalogue}'::regclass AND x.objid = ${id} AND x.deptype = 'e')`

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const limits = /^FOR VALUES FROM \('([-0-9 :.+]+)'\) TO \('([-0-9 :.+]+)'\)$/

/** Tables that hold rows, partitions among them, sorted by name. Sessions must speak UTC, for the limits. */
export const listTables = async (client: Client): Promise<TableShape[]> => {
  const { rows } = await client.query<{
    name: string
    columns: string[]
    parent: string | null
    bound: string | null
  }>(`
    SELECT c.relname AS name, p.relname AS parent, pg_get_expr(c.relpartbound, c.oid) AS bound,
           ARRAY(SELECT a.attname::text FROM pg_attribute a
                  WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
                  ORDER BY a.attnum) AS columns
      FROM pg_class c
      LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
      LEFT JOIN pg_class p ON p.oid = i.inhparent
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND ${ours('pg_class', 'c.oid')}
     ORDER BY c.relname COLLATE "C"`)
  return rows.map(({ name, columns, parent, bound }) => {
    if (parent === null) return { name, columns, partition: null }
    const found = limits.exec(bound ?? '')
    if (!found) throw new BackupError(`The partition ${name} has limits that are not understood: ${bound}`)
    return { name, columns, partition: { of: parent, from: found[1] ?? '', to: found[2] ?? '' } }
  })
}

/** Columns of bytes, by table. COPY says bytes in half as many where it is binary. */
export const columnsOfBytes = async (client: Client): Promise<Map<string, Set<string>>> => {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    SELECT c.relname AS name, array_agg(a.attname::text) AS columns
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attnum > 0
       AND NOT a.attisdropped AND a.atttypid IN ('bytea'::regtype, 'bytea[]'::regtype)
     GROUP BY 1`)
  return new Map(rows.map(({ name, columns }) => [name, new Set(columns)]))
}

/** Looks at all tables for the planner, which never asks what bytes are like; sorting those of packed days would take long. */
export const analyseTables = async (client: Client): Promise<void> => {
  const bytes = await columnsOfBytes(client)
  for (const { name, columns } of await listTables(client)) {
    const others = columns.filter((column) => bytes.get(name)?.has(column) !== true)
    if (others.length > 0) await client.query(`ANALYZE ${quoted(name)} (${others.map(quoted).join(', ')})`)
  }
}

/** Everything of the installation that a fresh schema would meet. */
export const dropEverything = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ statement: string }>(`
    SELECT format('DROP %s IF EXISTS %I CASCADE', CASE c.relkind WHEN 'v' THEN 'VIEW'
             WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, c.relname) AS statement
      FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
       AND NOT c.relispartition AND ${ours('pg_class', 'c.oid')}
       AND NOT EXISTS (SELECT 1 FROM pg_depend i
                        WHERE i.classid = 'pg_class'::regclass AND i.objid = c.oid AND i.objsubid = 0 AND i.deptype = 'i')
    UNION ALL
    SELECT format('DROP ROUTINE IF EXISTS %s CASCADE', p.oid::regprocedure) FROM pg_proc p
     WHERE p.pronamespace = current_schema()::regnamespace AND ${ours('pg_proc', 'p.oid')}
    UNION ALL
    SELECT format('DROP TYPE IF EXISTS %I CASCADE', t.typname) FROM pg_type t
     WHERE t.typnamespace = current_schema()::regnamespace AND t.typtype IN ('e', 'd') AND ${ours('pg_type', 't.oid')}`)
  for (const { statement } of rows) await client.query(statement)
}

export type SequenceState = { name: string; last: string; called: boolean }

export const listSequences = async (client: Client): Promise<SequenceState[]> => {
  const { rows } = await client.query<{ name: string }>(`
    SELECT c.relname AS name FROM pg_class c
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'S' AND ${ours('pg_class', 'c.oid')}
     ORDER BY c.relname COLLATE "C"`)
  const states: SequenceState[] = []
  for (const { name } of rows) {
    const found = await client.query<{ last: string; called: boolean }>(
      `SELECT last_value::text AS last, is_called AS called FROM ${quoted(name)}`,
    )
    const state = found.rows[0]
    if (state !== undefined) states.push({ name, ...state })
  }
  return states
}

/** Foreign keys, as statements that take them away and bring them back. */
export const foreignKeys = async (client: Client): Promise<{ drop: string; add: string }[]> => {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
           format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add
      FROM pg_constraint
     WHERE connamespace = current_schema()::regnamespace AND contype = 'f' AND conparentid = 0
     ORDER BY conrelid::regclass::text, conname`)
  return rows
}
