import { useTranslations } from 'use-intl'
import { wildcard } from '#domain/accounts/permissions.ts'
import { usePerson } from '../../app/session/session.ts'
import { useData } from '../../app/data/query.ts'
import { pathTo } from '../../paths.ts'
import { Card } from '../../kit/card.tsx'
import { Dotted } from '../../kit/dotted.tsx'
import { Row, Rows } from '../../kit/row.tsx'

/** What runs here, as one has to name it when asking for help; what it is made of, for those who look after it. */
export function AboutCard({ signedIn }: { signedIn: boolean }) {
  const t = useTranslations('mine')
  const keeps = usePerson()?.permissions.includes(wildcard) ?? false
  const { data, error } = useData('GET /api/about', undefined, { enabled: signedIn })
  const version = (of: string | undefined): string | null => (of ? `${t('version')} ${of}` : null)
  return (
    <Card flush title={t('about')}>
      <Rows>
        <Row label={t('app')} hint={version(import.meta.env.APP_VERSION)} />
        <Row
          label={t('server')}
          hint={
            signedIn ? (
              <Dotted
                parts={[location.host, version(data?.server), keeps && data && `Node.js ${data.node}`]}
              />
            ) : (
              location.host
            )
          }
        />
        {keeps && (data || !error) && (
          <>
            <Row
              label={t('database')}
              hint={data ? <Dotted parts={[data.database, `${t('schema')} ${data.schema}`]} /> : '\u00A0'}
            />
            <Row label={t('broker')} hint={data ? (data.broker ?? t('brokerOwn')) : '\u00A0'} />
          </>
        )}
        <Row label={t('privacy')} hint={t('privacyHint')} to={pathTo('user-privacy-agreement')} />
      </Rows>
    </Card>
  )
}
