import { describe, expect, it } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { distributedTables, distribution, distributionColumn } from './distributed.ts'

const { owner } = await testDatabase()
const ask = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await owner.query<Row>(text, values)).rows

// Days as the intake and the packing make them.
await owner.query(`SELECT reading_day_make('2026-03-01'), reading_packed_make('2026-03-01')`)

/** The table itself and its parts. */
const withParts = async (table: string): Promise<string[]> =>
  (
    await ask<{ name: string }>(
      `SELECT $1::text AS name UNION ALL SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = $1::text::regclass`,
      [table],
    )
  ).map(({ name }) => name)

describe.each(distributedTables)('%s can be spread over machines by device', (table) => {
  it('has parts, as everyday work makes them', async () => {
    expect((await withParts(table)).length).toBeGreaterThan(1)
  })

  it('has its column in every key', async () => {
    const keys = await ask<{ name: string; columns: string[] }>(
      `SELECT i.indexrelid::regclass::text AS name, array_agg(a.attname::text) AS columns
         FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
        WHERE i.indrelid = ANY($1::text[]::regclass[]) AND (i.indisunique OR i.indisexclusion) GROUP BY 1`,
      [await withParts(table)],
    )
    expect(keys.length).toBeGreaterThan(1)
    expect(keys.filter(({ columns }) => !columns.includes(distributionColumn))).toEqual([])
  })

  it('is tied to no other table by a key or a trigger', async () => {
    const ties = await ask(
      `SELECT conname::text AS name FROM pg_constraint
        WHERE contype = 'f' AND (conrelid = ANY($1::text[]::regclass[]) OR confrelid = ANY($1::text[]::regclass[]))
        UNION ALL
       SELECT tgname::text FROM pg_trigger WHERE tgrelid = ANY($1::text[]::regclass[]) AND NOT tgisinternal`,
      [await withParts(table)],
    )
    expect(ties).toEqual([])
  })

  it('counts its rows by nothing that one machine alone has', async () => {
    const defaults = await ask(
      `SELECT a.attname::text AS name FROM pg_attribute a
         LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE a.attrelid = $1::text::regclass AND a.attnum > 0
          AND (a.attidentity <> '' OR pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval%')`,
      [table],
    )
    expect(defaults).toEqual([])
  })
})

describe('the statements', () => {
  const lines = distribution({ coordinator: '[::1]:5432', workers: ['a:5432', "b'c:5433"], shards: 32 })

  it('are understood, on stand-ins for the functions of Citus that note what they are asked', async () => {
    const client = await owner.connect()
    try {
      await client.query('BEGIN')
      await client.query(`
        CREATE TEMP TABLE asked (no serial, what text);
        CREATE FUNCTION citus_set_coordinator_host(host text, port integer) RETURNS void LANGUAGE sql AS
          $$ INSERT INTO asked (what) VALUES ('coordinator ' || host || ' ' || port) $$;
        CREATE FUNCTION citus_add_node(host text, port integer) RETURNS integer LANGUAGE sql AS
          $$ INSERT INTO asked (what) VALUES ('machine ' || host || ' ' || port); SELECT 1 $$;
        CREATE FUNCTION create_distributed_function(name text) RETURNS void LANGUAGE sql AS
          $$ INSERT INTO asked (what) VALUES ('function ' || name::regprocedure::oid) $$;
        CREATE FUNCTION create_distributed_table(name regclass, col text, shard_count integer DEFAULT NULL, colocate_with text DEFAULT 'default')
          RETURNS void LANGUAGE sql AS $$ INSERT INTO asked (what) VALUES (concat_ws(' ', 'table', name, col, shard_count, colocate_with)) $$;
        CREATE FUNCTION truncate_local_data_after_distributing_table(name regclass) RETURNS void LANGUAGE sql AS
          $$ INSERT INTO asked (what) VALUES ('emptied ' || name) $$`)
      for (const line of lines.slice(1)) await client.query(line)
      const said = (await client.query<{ what: string }>('SELECT what FROM asked ORDER BY no')).rows
      const words = said.map(({ what }) => what)
      expect(words.filter((one) => !one.startsWith('function '))).toEqual([
        'coordinator ::1 5432',
        'machine a 5432',
        "machine b'c 5433",
        'table reading device_no 32 default',
        'table reading_packed device_no reading',
        'emptied reading',
        'emptied reading_packed',
      ])
      // Those that the views over these tables call are among them, before the tables.
      const called = await client.query<{ oid: string; name: string }>(
        `SELECT DISTINCT p.oid::text AS oid, p.proname::text AS name
           FROM pg_depend t JOIN pg_rewrite w ON w.oid = t.objid AND t.classid = 'pg_rewrite'::regclass
           JOIN pg_depend f ON f.objid = w.oid AND f.classid = 'pg_rewrite'::regclass AND f.refclassid = 'pg_proc'::regclass
           JOIN pg_proc p ON p.oid = f.refobjid AND p.pronamespace = current_schema()::regnamespace
          WHERE t.refobjid = ANY($1::text[]::regclass[])`,
        [distributedTables],
      )
      expect(called.rows.length).toBeGreaterThan(2)
      const firstTable = words.findIndex((one) => one.startsWith('table '))
      const before = new Set(words.slice(0, firstTable))
      expect(called.rows.filter(({ oid }) => !before.has(`function ${oid}`))).toEqual([])
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })

  it('begin with the extension, and name the first table before what lies beside it', () => {
    expect(lines[0]).toBe('CREATE EXTENSION IF NOT EXISTS citus;')
  })
})
