/** As the rule of new passwords says (domain/accounts/fields.ts, which needs the schema library); the server decides. */
const leastLength = 15

/** Counted in characters, in the form in which the server counts them. */
export const isShortPassword = (password: string): boolean =>
  Array.from(password.normalize('NFKC')).length < leastLength
