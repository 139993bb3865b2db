import { useTranslations } from 'use-intl'
import { mayGrant } from '#domain/accounts/granting.ts'
import { accountRoles } from '#domain/accounts/permissions.ts'
import { usePerson } from '../../app/session/session.ts'

/** Nobody gives more than they hold. */
export const useOfferedRoles = () => {
  const t = useTranslations('mine')
  const help = useTranslations('people')
  const held = usePerson()?.permissions ?? []
  return accountRoles
    .filter((role) => mayGrant(held, role, []))
    .map((role) => ({ value: role, label: t(`role.${role}`), hint: help(`roleHelp.${role}`) }))
}
