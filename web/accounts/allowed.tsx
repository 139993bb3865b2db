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
  otherwise?: ReactNode
  children: ReactNode
}

/** True when the person holds one of the permissions. Display only: the server decides by itself. */
export const useAllowed = (permission: Permission | readonly Permission[]): boolean => {
  const person = usePerson()
  return shownByPermission(
    person?.permissions ?? [],
    typeof permission === 'string' ? [permission] : permission,
  )
}

export function Allowed({ permission, otherwise = null, children }: AllowedProps) {
  return useAllowed(permission) ? children : otherwise
}

/** Shown to the roles named; a person without any role is hidden nothing. Nested in `Allowed`, both must allow. */
export function ForRoles({ roles, children }: { roles: readonly AccountRole[]; children: ReactNode }) {
  const person = usePerson()
  return shownByRole(person?.roles ?? [], roles) ? children : null
}
