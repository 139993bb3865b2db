import { Check, Minus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { permissionNames } from '#domain/accounts/permission-names.ts'
import { permissions, permits, rolePermissions } from '#domain/accounts/permissions.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Row, Rows } from '../../../kit/row.tsx'
import { usePerson } from '../session.ts'

const areas = ['station', 'device', 'om', 'company', 'system'] as const

/** Every permission there is, and whether this person has it. */
export function MyRights() {
  const t = useTranslations('rights')
  const { language } = useFormat()
  const person = usePerson()
  const held = person?.permissions ?? []
  const role = person?.roles[0]
  const own = role === undefined ? [] : rolePermissions[role]
  return (
    <>
      <p>{t('intro', { role: t(`role.${role ?? 'none'}`) })}</p>
      {areas.map((area) => (
        <section key={area}>
          <h3>{t(`area.${area}`)}</h3>
          <Rows>
            {permissions
              .filter((one) => one.startsWith(`${area}:`))
              .map((one) => {
                const has = permits(held, one)
                const Icon = has ? Check : Minus
                return (
                  <Row
                    key={one}
                    label={permissionNames[one][language]}
                    {...(has && !permits(own, one) && { hint: t('extra') })}
                    value={
                      <>
                        <Icon size={18} aria-hidden />
                        <span className="sr-only">{t(has ? 'has' : 'hasNot')}</span>
                      </>
                    }
                  />
                )
              })}
          </Rows>
        </section>
      ))}
    </>
  )
}
