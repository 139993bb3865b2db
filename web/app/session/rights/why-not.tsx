import { useTranslations } from 'use-intl'
import { notAllowedHere, permissionNames, rolesWith } from '#domain/accounts/permission-names.ts'
import type { Permission } from '#domain/accounts/permissions.ts'
import { useData } from '../../data/query.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { usePerson } from '../session.ts'
import { Clauses } from '../../../kit/clauses.tsx'
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
  if (lookOnly) return <Clauses text={notAllowedHere('look_only', language)} />
  const people = asked.data?.people
  const noGivers = people?.length === 0
  const between = language === 'en' ? ', ' : '、'
  const facts = [
    [t('needed'), permissionNames[needs][language]],
    [
      t('roles'),
      rolesWith(needs)
        .map((role) => t(`role.${role}`))
        .join(between),
    ],
    [
      t('givers'),
      noGivers
        ? t('noGivers')
        : people?.map(({ name, role }, no) => (
            // Two may be called the same.
            // oxlint-disable-next-line no-array-index-key -- nothing else tells them apart, and they never move
            <div key={no}>{t('giver', { name, role: t(`role.${role}`) })}</div>
          )),
    ],
  ] as const
  return (
    <>
      {!noGivers && <Clauses text={t(person?.roles.length === 0 ? 'noRole' : 'ask')} />}
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
