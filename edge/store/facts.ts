import type { DatabaseSync } from 'node:sqlite'

/** Single things kept by name, as JSON. */
export type Facts = {
  /** null = not there, or no JSON. */
  read: (name: string) => unknown
  /** @throws Error when the disk cannot be written */
  write: (name: string, value: unknown) => void
}

export const openFacts = (database: DatabaseSync): Facts => {
  const select = database.prepare('SELECT value FROM fact WHERE name = ?')
  const upsert = database.prepare(
    'INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  return {
    read(name) {
      const row = select.get(name)
      if (row === undefined) return null
      try {
        return JSON.parse(String(row['value']))
      } catch {
        return null
      }
    },
    write(name, value) {
      upsert.run(name, JSON.stringify(value))
    },
  }
}
