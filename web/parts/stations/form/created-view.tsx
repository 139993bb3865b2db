import { CircleCheckBig, Router } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../../../app/session/allowed.tsx'
import { pathTo } from '../../../paths.ts'
import { ButtonLink } from '../../../kit/button.tsx'
import { Card } from '../../../kit/card.tsx'
import { CopyButton } from '../../../kit/copy-button.tsx'
import { Page } from '../../../kit/page.tsx'
import { SkeletonCard } from '../../../kit/skeleton.tsx'
import { useStation } from '../station-queries.ts'
import styles from './form.module.css'
import { Waiting } from '../../../app/failure/waiting.tsx'

/** After creating: the code that the station was given, and what comes next. */
export function CreatedView({ stationId }: { stationId: string }) {
  const t = useTranslations('editing')
  const answer = useStation(stationId)
  const mayAdd = useAllowed('device:device:add')
  const station = answer.data?.station
  return (
    <Page
      title={t('newTitle')}
      back={pathTo('station-list')}
      footer={
        station && (
          <div className={styles.stacked}>
            {mayAdd && (
              <ButtonLink
                wide
                to={pathTo('add-communication-device', { stationId })}
                icon={<Router size={20} aria-hidden />}
              >
                {t('addGateway')}
              </ButtonLink>
            )}
            <ButtonLink wide kind={mayAdd ? 'quiet' : 'primary'} to={pathTo('station-detail', { stationId })}>
              {t('openStation')}
            </ButtonLink>
          </div>
        )
      }
    >
      {station ? (
        <Card>
          <div className={styles.created}>
            <CircleCheckBig size={56} strokeWidth={1.6} aria-hidden />
            <h2>{t('created')}</h2>
            <p>{station.name}</p>
            <div className={styles.code}>
              <span>{t('code')}</span>
              <CopyButton text={station.code} what={t('code')} />
            </div>
            <p className={styles.createdText}>{t(mayAdd ? 'createdText' : 'createdTextOnly')}</p>
          </div>
        </Card>
      ) : (
        <Waiting of={answer}>
          <SkeletonCard />
        </Waiting>
      )}
    </Page>
  )
}
