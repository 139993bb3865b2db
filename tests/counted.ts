import type { Db } from '#server/platform/db/handle.ts'

/** The database, and what it was asked for and gave through this handle. */
export const counted = (db: Db): { db: Db; seen: { rows: number; statements: number } } => {
  const seen = { rows: 0, statements: 0 }
  const plugged = db.withPlugin({
    transformQuery: ({ node }) => {
      seen.statements += 1
      return node
    },
    transformResult: async ({ result }) => {
      seen.rows += result.rows.length
      return result
    },
  })
  return { seen, db: plugged }
}
