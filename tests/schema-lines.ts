import { Client } from 'pg'

/** Everything a schema consists of, as sorted lines, without what differs between databases of equal schema. */
export async function schemaOf(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url, options: '-c timezone=UTC' })
  await client.connect()
  const { rows } = await client.query<{ line: string }>(
    `SELECT format('column %s.%s %s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
        CASE WHEN a.attnotnull THEN 'not null' END, pg_get_expr(d.adbin, d.adrelid), a.attidentity::text || a.attgenerated::text) AS line
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm')
    UNION ALL SELECT format('relation %s %s %s', relname, relkind, pg_get_partkeydef(oid)) FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind <> 'i' AND relkind <> 'I'
    UNION ALL SELECT format('partition %s %s', relname, pg_get_expr(relpartbound, oid)) FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relispartition
    UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT 'trigger ' || pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT 'function ' || pg_get_functiondef(oid) FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND prokind IN ('f', 'p')
    UNION ALL SELECT format('type %s %s', typname, enumlabel) FROM pg_type JOIN pg_enum ON enumtypid = pg_type.oid
    UNION ALL SELECT format('view %s %s', viewname, definition) FROM pg_views WHERE schemaname = 'public'`,
  )
  await client.end()
  return rows.map(({ line }) => line).sort()
}
