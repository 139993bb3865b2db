import { Refusal } from '../refusal.ts'

/** Shapes of what most marks hold: an instant (epoch ms, of a year that the database has) and an id. */
export const instantShape = /^\d{1,14}$/
export const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Where the next page of a list begins, as text that callers only hand back. */
export const encodeCursor = (parts: readonly string[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/**
 * The parts again, one for each shape; null without a cursor.
 * @throws Refusal when it was not made by `encodeCursor` or a part has another shape
 */
export const decodeCursor = (cursor: string | undefined, shapes: readonly RegExp[]): string[] | null => {
  if (cursor === undefined) return null
  const problem = { code: 'invalid_input', field: 'cursor' } as const
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    throw new Refusal(problem.code, { field: problem.field, problems: [problem] })
  }
  const sound =
    Array.isArray(parts) &&
    parts.length === shapes.length &&
    parts.every((part, at) => typeof part === 'string' && shapes[at]?.test(part))
  if (!sound) throw new Refusal(problem.code, { field: problem.field, problems: [problem] })
  return parts as string[]
}
