/** The SQLSTATE of a PostgreSQL error (`23505`), or the code of a system error (`ECONNREFUSED`). */
export function pgCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** The table that a PostgreSQL error is about, where it says one. */
export function pgTable(error: unknown): string | undefined {
  return error instanceof Error && 'table' in error && typeof error.table === 'string'
    ? error.table
    : undefined
}

/** Lost connections, a server starting, stopping or standing by, nothing left to serve with, and what our own timeouts end. */
const passing =
  /^(?:08...|25006|53...|57P0.|57014|55P03|25P03|40001|40P01|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/

/** node-postgres has no codes for these. */
const passingWords =
  /timeout exceeded when trying to connect|connection terminated|connection error and is not queryable|after calling end on the pool/i

/**
 * Whether an error means that the database cannot answer now but the same request may succeed later:
 * to be answered 503, not 500.
 */
export function databaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = pgCode(error)
  if (code !== undefined && passing.test(code))
    return code !== 'ENOENT' || ('syscall' in error && error.syscall === 'connect')
  return passingWords.test(error.message)
}

/** Whether an error says that a value can never be stored (class 22, data exception): trying again cannot help. */
export function neverStorable(error: unknown): boolean {
  return /^22[0-9A-Z]{3}$/.test(pgCode(error) ?? '')
}
