import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lastMigrations } from '#server/platform/db/last-migrations.ts'
import { breaksOlder, contractsOf } from './expand-only.ts'

const folder = join(import.meta.dirname, '../server/platform/db/migrations')
const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8')
const published = Object.values(lastMigrations).at(-1) ?? ''

describe('migrations of the version in the making', () => {
  it('add, and take away only what the version before does not use any more', () => {
    const wrong = files
      .filter((name) => name.slice(0, 4) > published)
      .flatMap((name) => {
        const breaks = breaksOlder(textOf(name))
        if (breaks.length === 0) return []
        const contracts = contractsOf(textOf(name))
        const old = contracts.filter((no) => no <= published && files.some((other) => other.startsWith(no)))
        return contracts.length > 0 && old.length === contracts.length
          ? []
          : breaks.map((what) => `${name} ${what}`)
      })
    expect(wrong).toEqual([])
  })

  it('begin after those of a version that was published, which are there', () => {
    expect(files.some((name) => name.startsWith(published))).toBe(true)
    expect(Object.values(lastMigrations)).toEqual(Object.values(lastMigrations).toSorted())
  })
})

describe('what the version before cannot live with', () => {
  it.each([
    ['ALTER TABLE device DROP COLUMN soc;', 'takes a column away'],
    ['ALTER TABLE device DROP soc;', 'takes a column away'],
    ['ALTER TABLE device RENAME COLUMN soc TO soc_version;', 'gives another name'],
    ['ALTER TABLE device ADD COLUMN brand text NOT NULL;', 'wants a value'],
    ['ALTER TABLE device ADD COLUMN a text, ALTER COLUMN b TYPE int8;', 'changes the type'],
    ['ALTER TABLE device ALTER COLUMN b SET NOT NULL;', 'refuses rows without'],
    ['ALTER TABLE device ALTER b DROP DEFAULT;', 'takes a default away'],
    ['ALTER TABLE device ADD CONSTRAINT short CHECK (length(sn) < 20);', 'refuses rows by'],
    ['ALTER TABLE device ADD COLUMN n int; ALTER TABLE device ADD CHECK (n < watts);', 'refuses rows by'],
    ['CREATE UNIQUE INDEX device_sn ON device (sn);', 'no two rows have the same sn'],
    ['DROP INDEX device_sn;', 'takes away'],
    ['DROP TABLE rule_memory;', 'takes away'],
    ['DELETE FROM station_log;', 'takes away'],
    ['ALTER TYPE kind RENAME VALUE $$a$$ TO $$b$$;', 'gives another name'],
  ])('%s', (sql, what) => {
    expect(breaksOlder(sql)).toEqual([expect.stringContaining(what)])
  })

  it.each([
    [
      'CREATE TABLE a (b int NOT NULL UNIQUE); CREATE UNIQUE INDEX a_b ON a (b); ALTER TABLE a DROP COLUMN b;',
    ],
    ["ALTER TABLE device ADD COLUMN brand text NOT NULL DEFAULT '', ADD c numeric(3, 1);"],
    ['ALTER TABLE device ADD COLUMN k text NOT NULL GENERATED ALWAYS AS (upper(sn)) STORED;'],
    ["ALTER TABLE message ADD COLUMN of_month text CHECK (of_month ~ '^;$'), ADD COLUMN report jsonb;"],
    ['ALTER TABLE m ADD a int, ADD b int; ALTER TABLE m ADD CONSTRAINT x CHECK ((a IS NULL) = (b IS NULL));'],
    ['ALTER TABLE m ADD a int; CREATE UNIQUE INDEX m_a ON m (account_id, a) WHERE a IS NOT NULL;'],
    ['ALTER TABLE device DROP CONSTRAINT device_kind_check; ALTER TABLE device ALTER x DROP NOT NULL;'],
    ['CREATE INDEX CONCURRENTLY device_at ON device (at); -- DROP TABLE device;'],
    ['CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DELETE FROM device; DROP TABLE a; $$;'],
    ["INSERT INTO note (text) VALUES ('DROP TABLE a; it''s said'); UPDATE device SET a = 1;"],
  ])('is not: %s', (sql) => {
    expect(breaksOlder(sql)).toEqual([])
  })

  it('is found in what older versions did when all servers stood still', () => {
    const found = files.filter((name) => breaksOlder(textOf(name)).length > 0)
    expect(found).toContain('0202_meters_batteries_combiners.sql')
    expect(found).toContain('0195_typed_memory.sql')
    expect(found).not.toContain('0256_month_messages.sql')
    expect(found).not.toContain('0201_favourites.sql')
  })

  it('may go once what it contracts was published', () => {
    expect(contractsOf('-- contracts 0257: nobody reads soc since then\nALTER TABLE a DROP soc;')).toEqual([
      '0257',
    ])
    expect(contractsOf('-- contracts 0257:\n')).toEqual([])
  })
})
