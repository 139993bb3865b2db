import { Plus, Sun } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { permits, wildcard } from '#domain/accounts/permissions.ts'
import { ForRoles } from '../../app/session/allowed.tsx'
import { pathTo } from '../../paths.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { CopyButton } from '../../kit/copy-button.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import type { Home } from './home-data.ts'
import styles from './no-stations.module.css'

/** Nothing to show yet, and what this very person can do about it. */
export function NoStations({ person }: { person: Home['person'] }) {
  const t = useTranslations('beginning')
  if (person.permissions.includes(wildcard)) return <FirstUse />
  const may = permits(person.permissions, 'station:station:create')
  const owns = person.roles.includes('owner')
  return (
    <>
      <EmptyState
        icon={<Sun size={26} aria-hidden />}
        title={t('emptyTitle')}
        text={t(may ? 'emptyCreate' : owns ? 'emptyOwner' : 'emptyMember')}
        action={
          may && (
            <ButtonLink to={pathTo('create-or-edit-station')} icon={<Plus size={18} aria-hidden />}>
              {t('createStation')}
            </ButtonLink>
          )
        }
      />
      {!may && (
        <ForRoles roles={['owner']}>
          <Card flush>
            <Rows>
              <Row
                label={t('accountName')}
                value={<CopyButton text={person.account} what={t('accountName')} />}
              />
            </Rows>
          </Card>
        </ForRoles>
      )}
    </>
  )
}

/** The administrator of an empty installation. */
function FirstUse() {
  const t = useTranslations('beginning')
  const steps = [
    { title: t('firstStation'), text: t('firstStationText'), to: pathTo('create-or-edit-station') },
    { title: t('firstGateway'), text: t('firstGatewayText') },
    { title: t('firstPeople'), text: t('firstPeopleText'), to: pathTo('mine-page') },
  ]
  return (
    <>
      <div className={styles.welcome}>
        <h2>{t('firstTitle')}</h2>
        <p>{t('firstText')}</p>
      </div>
      <Card flush>
        <Rows>
          {steps.map(({ title, text, to }, no) => (
            <Row
              key={title}
              icon={<span className={styles.step}>{no + 1}</span>}
              label={title}
              hint={text}
              {...(to && { to })}
            />
          ))}
        </Rows>
      </Card>
      <ButtonLink wide to={pathTo('create-or-edit-station')} icon={<Plus size={18} aria-hidden />}>
        {t('createStation')}
      </ButtonLink>
    </>
  )
}
