import { ApiError } from '../data/api-error.ts'

export type Wrong<F extends string> = Partial<Record<F, string>>

/**
 * What was refused, under the field it is about. `fieldOf` names the field of codes that come without one; what belongs
 * to none of `fields` is not among it.
 */
export const refusedFields = <F extends string>(
  error: unknown,
  fields: readonly F[],
  fieldOf: Readonly<Partial<Record<string, F>>>,
): Wrong<F> => {
  const at: Wrong<F> = {}
  if (!(error instanceof ApiError)) return at
  const { field, code, message, problems } = error
  for (const problem of [{ field, code, message }, ...problems]) {
    const name = fields.find((one) => one === problem.field) ?? fieldOf[problem.code]
    if (name) at[name] ??= problem.message
  }
  return at
}
