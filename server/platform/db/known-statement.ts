import { type RawBuilder, sql } from 'kysely'

/**
 * Begins a statement that is asked often and takes PostgreSQL longer to plan than to run: each connection that counts on
 * `PrimaryClient` prepares it once under this name (small letters and dashes), so its text has to be the same each time. It
 * stands before all else, or right after `SELECT`. The statement names the columns it gives: where a migration adds one to
 * `*`, PostgreSQL refuses what was prepared before. The plan is kept, too, where PostgreSQL expects as much of it whatever is
 * asked for: `unforeseen`. `when`: of a statement whose text or best plan is another otherwise.
 */
export const knownAs = (name: string, when = true): RawBuilder<unknown> =>
  sql.raw(when ? `/* known as ${name} */ ` : '')

/** A value of which a plan knows nothing beforehand, not even how long a list is. SQL with the type of `type`. */
export const unforeseen = (value: unknown, type: string): RawBuilder<unknown> =>
  sql`(SELECT ${value}::${sql.raw(type)})`

const beginning = /^(?:select )?\/\* known as ([a-z-]+) \*\//

/** The name in the text of a statement; null: it has none. */
export const nameIn = (text: string): string | null => beginning.exec(text)?.[1] ?? null
