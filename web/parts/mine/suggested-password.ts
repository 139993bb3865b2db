import { suggestPassword } from '#domain/accounts/suggest-password.ts'

export const suggestedPassword = (): string =>
  suggestPassword((count) => crypto.getRandomValues(new Uint8Array(count)))
