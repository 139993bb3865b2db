/** Least that PostgreSQL's `real` holds in full, https://www.postgresql.org/docs/current/datatype-numeric.html. */
const LEAST = 1.2e-38

/** A body in which what is nearer to nothing than the database can hold is 0: nobody has measured or meant it. */
export const withoutDust = (value: unknown): unknown => {
  if (typeof value === 'number') return Math.abs(value) < LEAST ? 0 : value
  if (Array.isArray(value)) return value.map(withoutDust)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutDust(part)]))
}
