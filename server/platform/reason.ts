/**
 * What an error says of a connection that failed, at its bottom: `fetch` keeps it as a cause, and a name with several
 * addresses has one for each.
 */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message
}
