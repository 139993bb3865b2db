import type { AccountRole, Permission } from './permissions.ts'
import { permits, rolePermissions, wildcard } from './permissions.ts'

/** A default of owners that concerns nothing but their own stations: whoever may name an owner may leave it to them. */
const ownStationsOnly: readonly Permission[] = ['station:share:grant']

/** Role defaults and extra permissions together, each once. */
export const heldPermissions = (role: AccountRole | null, extra: readonly string[]): string[] =>
  role === null ? [...new Set(extra)] : [...new Set([...rolePermissions[role], ...extra])]

const covers = (held: readonly string[], code: string): boolean =>
  code === wildcard
    ? held.includes(wildcard)
    : permits(held, code as Permission) || ownStationsOnly.includes(code as Permission)

/**
 * Nobody grants more than they hold: what `held` lacks of everything the role and the extras would give; null = nothing.
 */
export const missingToGrant = (
  held: readonly string[],
  role: AccountRole | null,
  extra: readonly string[],
): string | null =>
  (role === null ? [] : rolePermissions[role]).find((code) => !covers(held, code)) ??
  extra.find((code) => !held.includes(wildcard) && !held.includes(code)) ??
  null

/** Whether nothing is missing to grant it. */
export const mayGrant = (
  held: readonly string[],
  role: AccountRole | null,
  extra: readonly string[],
): boolean => missingToGrant(held, role, extra) === null
