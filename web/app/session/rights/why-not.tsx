import { useTranslations } from 'use-intl'
import { notAllowedHere, permissionNames, rolesWith } from '#domain/accounts/permission-names.ts'
import type { Permission } from '#domain/accounts/permissions.ts'
import { useData } from '../../data/query.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { usePerson } from '../session.ts'
import styles from '../../../kit/message.module.css'

/** Which permission is missing, who has it, and whom to ask for it; of a station that is only shared to be looked at, that. */
export function WhyNot({ needs, lookOnly = false }: { needs: Permission; lookOnly?: boolean }) {
  const t = useTranslations('rights')
  const { language } = useFormat()
  const person = usePerson()
  const asked = useData(
    'GET /api/me/granters',
    { query: { permission: needs } },
    { enabled: person !== null && !lookOnly },
  )
  if (lookOnly) return <p className={styles.text}>{notAllowedHere('look_only', language)}</p>
  const names = asked.data?.people.map(({ name, role }) => `${name} (${t(`role.${role}`)})`)
  const between = language === 'en' ? ', ' : '、'
  const facts = [
    [t('needed'), permissionNames[needs][language]],
    [
      t('roles'),
      rolesWith(needs)
        .map((role) => t(`role.${role}`))
        .join(between),
    ],
    [t('givers'), names && (names.length > 0 ? names.join(between) : t('noGivers'))],
  ] as const
  return (
    <>
      {person?.roles.length === 0 && <p className={styles.text}>{t('noRole')}</p>}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? '…'}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
