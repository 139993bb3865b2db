/**
 * Migrations that the version before can live with: while servers are upgraded one after the other, those of the old
 * version work on the schema of the new one. So a migration adds, and what nobody needs any more is taken away a version
 * later, by a file that says so.
 */

/** Text without comments, and with neither words nor semicolons inside of quoted texts and bodies of functions. */
const bare = (sql: string): string =>
  sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")

const statementsOf = (sql: string): string[] =>
  bare(sql)
    .split(';')
    .map((one) => one.replaceAll(/\s+/g, ' ').trim())
    .filter((one) => one !== '')

/** Parts of ALTER TABLE, which commas part outside of brackets. */
const partsOf = (list: string): string[] => {
  const parts = ['']
  let depth = 0
  for (const sign of list) {
    depth += { '(': 1, ')': -1 }[sign] ?? 0
    if (sign === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim())
}

const unquoted = (name: string): string => name.replaceAll('"', '').toLowerCase()

/** What a part of ALTER TABLE does to a server that does not know of it; null where it does nothing. */
const partBreaks = (part: string): string | null => {
  if (/^DROP (?!CONSTRAINT|DEFAULT\b|NOT NULL)/i.test(part)) return 'takes a column away'
  if (/^RENAME/i.test(part)) return 'gives another name'
  if (/^SET SCHEMA/i.test(part)) return 'moves a table'
  if (/^ALTER (COLUMN )?\S+ (SET DATA )?TYPE/i.test(part)) return 'changes the type of a column'
  if (/^ALTER (COLUMN )?\S+ SET NOT NULL/i.test(part)) return 'refuses rows without a value'
  if (/^ALTER (COLUMN )?\S+ DROP (DEFAULT|IDENTITY|EXPRESSION)/i.test(part)) return 'takes a default away'
  if (/^ADD (CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)/i.test(part))
    return 'refuses rows by a constraint'
  if (!/^ADD/i.test(part)) return null
  if (/\bNOT NULL\b/i.test(part) && !/\b(DEFAULT|GENERATED)\b/i.test(part))
    return 'wants a value in a new column'
  return /\bUNIQUE\b|\bPRIMARY KEY\b/i.test(part) && /\bDEFAULT\b/i.test(part)
    ? 'gives every row one unique value'
    : null
}

/** Names of columns that a file adds to a table, so that nothing old can be in them. */
const addedTo = (statements: readonly string[], table: string): string[] =>
  statements.flatMap((one) => {
    const [, name = '', list = ''] = /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\S+) (.*)$/i.exec(one) ?? []
    if (unquoted(name) !== table) return []
    return partsOf(list).flatMap((part) => {
      const [, column] = /^ADD (?:COLUMN )?(?:IF NOT EXISTS )?(?!CONSTRAINT\b|CHECK\b)(\S+)/i.exec(part) ?? []
      return column === undefined ? [] : [unquoted(column)]
    })
  })

/** Whether a constraint or condition speaks of new columns alone: rows of the old version have nothing in them. */
const onlyOfNew = (text: string, added: readonly string[]): boolean => {
  const words = text
    .toLowerCase()
    .replaceAll(
      /\b(constraint \S+|add|check|unique|is|not|null|and|or|in|any|between|true|false|foreign|key)\b/g,
      ' ',
    )
    .match(/[a-z_]\w*/g)
  return words !== null && words.every((word) => added.includes(word))
}

/**
 * What in a migration a server of the version before cannot work with, a sentence each; empty where it can. Tables that
 * the same file makes are its own.
 */
export const breaksOlder = (sql: string): string[] => {
  const statements = statementsOf(sql)
  const own = new Set(
    statements.flatMap((one) => {
      const [, name] = /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?([^\s(]+)/i.exec(one) ?? []
      return name === undefined ? [] : [unquoted(name)]
    }),
  )
  return statements.flatMap((one) => {
    const said = (what: string): string => `${what}: ${one.slice(0, 120)}`
    const [, table = '', list = ''] = /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\S+) (.*)$/i.exec(one) ?? []
    if (table !== '') {
      if (own.has(unquoted(table))) return []
      const added = addedTo(statements, unquoted(table))
      return partsOf(list).flatMap((part) => {
        const what = partBreaks(part)
        return what === null || (/^ADD (CONSTRAINT|CHECK)/i.test(part) && onlyOfNew(part, added))
          ? []
          : [said(what)]
      })
    }
    const [, on = '', columns = ''] = /^CREATE UNIQUE INDEX .*? ON (?:ONLY )?([^\s(]+) (.*)$/i.exec(one) ?? []
    if (on !== '') {
      const added = addedTo(statements, unquoted(on))
      const named = /^[^(]*\(([^)]*)\)/.exec(columns)?.[1] ?? ''
      const some = added.some((column) => new RegExp(`\\b${column}\\b`, 'i').test(columns))
      return own.has(unquoted(on)) || some ? [] : [said(`lets no two rows have the same ${named}`)]
    }
    if (/^DROP (TABLE|VIEW|INDEX|FUNCTION|TYPE|SEQUENCE|SCHEMA|COLUMN)/i.test(one))
      return [said('takes away')]
    if (/^(TRUNCATE|DELETE FROM|REVOKE)\b/i.test(one)) return [said('takes away')]
    return /^ALTER (?!TABLE|SEQUENCE|DEFAULT)\w+ \S+ RENAME/i.test(one) ? [said('gives another name')] : []
  })
}

/** `-- contracts 0257: why`, the migration after which nothing uses what is taken away here. */
export const contractsOf = (sql: string): string[] =>
  [...sql.matchAll(/^-- contracts (\d{4}): \S.*$/gm)].map(([, no = '']) => no)
