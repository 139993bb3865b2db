import type { ReactNode } from 'react'
import {
  shownByPermission,
  shownByRole,
  type AccountRole,
  type Permission,
} from '#domain/accounts/permissions.ts'
import { usePerson } from './session.ts'

type AllowedProps = {
  /** Shown when the person holds one of these, or the wildcard. */
  permission: Permission | readonly Permission[]
  /** The station at which something is changed: not shown where it is only shared to be looked at. */
  at?: string | undefined
  otherwise?: ReactNode
  children: ReactNode
}

/** Whether a station is shared with somebody to be looked at alone. What a phone kept of an earlier version has no list. */
export const isLookOnly = (person: { lookOnly?: readonly string[] } | null, stationId: string): boolean =>
  person?.lookOnly?.includes(stationId) === true

/**
 * True when the person holds one of the permissions, and may use it `at` the station that is named. Display only: the
 * server decides by itself.
 */
export const useAllowed = (permission: Permission | readonly Permission[], at?: string): boolean => {
  const person = usePerson()
  const held = person?.permissions ?? []
  return (
    shownByPermission(held, typeof permission === 'string' ? [permission] : permission) &&
    !(at !== undefined && isLookOnly(person, at))
  )
}

export function Allowed({ permission, at, otherwise = null, children }: AllowedProps) {
  return useAllowed(permission, at) ? children : otherwise
}

/** Shown to the roles named; a person without any role is hidden nothing. Nested in `Allowed`, both must allow. */
export function ForRoles({ roles, children }: { roles: readonly AccountRole[]; children: ReactNode }) {
  const person = usePerson()
  return shownByRole(person?.roles ?? [], roles) ? children : null
}
