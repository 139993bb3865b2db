import { useTranslations } from 'use-intl'
import { useData } from '../../app/data/query.ts'
import { pathTo } from '../../paths.ts'
import { Card } from '../../kit/card.tsx'
import { Row, Rows } from '../../kit/row.tsx'

/** What runs here, as one has to name it when asking for help. */
export function AboutCard({ signedIn }: { signedIn: boolean }) {
  const t = useTranslations('mine')
  const { data } = useData('GET /api/about', undefined, { enabled: signedIn })
  const version = (of: string | undefined): string => `${t('version')} ${of ?? '–'}`
  return (
    <Card flush title={t('about')}>
      <Rows>
        <Row label={t('app')} hint={version(import.meta.env.APP_VERSION)} />
        <Row
          label={t('server')}
          hint={
            signedIn
              ? `${location.host} · ${version(data?.server)} · Node.js ${data?.node ?? '–'}`
              : location.host
          }
        />
        {signedIn && (
          <>
            <Row
              label={t('database')}
              hint={`${data?.database ?? 'PostgreSQL –'} · ${t('schema')} ${data?.schema ?? '–'}`}
            />
            <Row label={t('broker')} hint={data?.broker === null ? t('brokerOwn') : (data?.broker ?? '–')} />
          </>
        )}
        <Row label={t('privacy')} hint={t('privacyHint')} to={pathTo('user-privacy-agreement')} />
      </Rows>
    </Card>
  )
}
