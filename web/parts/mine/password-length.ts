import { PASSWORD_MIN } from '#domain/accounts/limits.ts'

/** Counted in characters, in the form in which the server counts them. */
export const isShortPassword = (password: string): boolean =>
  Array.from(password.normalize('NFKC')).length < PASSWORD_MIN
