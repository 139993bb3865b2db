import * as z from 'zod/mini'

/** A message from the server; null when the bytes are not one of this schema. */
export function readMessage<T extends z.core.$ZodType>(schema: T, payload: Uint8Array): z.output<T> | null {
  try {
    const parsed = z.safeParse(schema, JSON.parse(Buffer.from(payload).toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** What is wrong with a file, for a person: `0.string invalid_type; 2 unrecognized_keys color`. */
export function explainIssues(issues: readonly z.core.$ZodIssue[]): string {
  return issues
    .map((issue) => {
      const keys = issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : ''
      return [issue.path.join('.'), issue.code, keys].filter((part) => part !== '').join(' ')
    })
    .join('; ')
}
