import { useEffect, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { useData } from '../../../app/data/query.ts'
import { pathTo } from '../../../paths.ts'
import { useWatchedStation } from '../../stations/station-queries.ts'
import { Button } from '../../../kit/button.tsx'
import { Page } from '../../../kit/page.tsx'
import { SkeletonCard } from '../../../kit/skeleton.tsx'
import styles from './adding.module.css'
import { ArrivalHead, ArrivalProgress } from './arrival-cards.tsx'
import { arrivalOf } from './arrival.ts'
import { CredentialsCard } from './credentials-card.tsx'
import type { Watched } from './gateway-draft.ts'
import { LostLogin } from './lost-login.tsx'
import { shownOnce } from './shown-once.ts'
import { WatchFooter } from './watch-footer.tsx'
import { HelpButton } from '../../help/help-button.tsx'
import { Waiting } from '../../../app/failure/waiting.tsx'

const renewMs = 5_000

type WatchProps = {
  gatewayId: string
  /** What this phone knows of adding it; undefined on any other. */
  watched: Watched | undefined
  onChange: (change: Partial<Watched>) => void
  onArrived: () => void
}

/** A gateway that was added, until its first report: told by live events, and asked for besides. */
export function WatchPage({ gatewayId, watched, onChange, onArrived }: WatchProps) {
  const t = useTranslations('adding')
  const device = useData(
    'GET /api/devices/{deviceId}',
    { params: { deviceId: gatewayId } },
    { refetchInterval: renewMs },
  )
  const detail = device.data
  useWatchedStation(detail?.station.id ?? '')
  const credentials = useSyncExternalStore(shownOnce.watch, () => shownOnce.of(gatewayId))
  const arrival =
    detail && arrivalOf({ ...detail, since: Math.max(watched?.since ?? 0, detail.device.createdAt) })
  const heard = detail?.link?.birthAt != null
  useEffect(() => {
    // Who connects has been given the login.
    if (heard) shownOnce.forget(gatewayId)
  }, [heard, gatewayId])
  const arrived = arrival?.arrived ?? false
  useEffect(() => {
    if (arrived) onArrived()
  }, [arrived, onArrived])
  const back = detail ? pathTo('station-detail', { stationId: detail.station.id }) : pathTo('service-page')
  const showing = credentials !== null && watched?.entered !== true
  return (
    <Page
      title={t('title')}
      back={back}
      actions={<HelpButton of="start" />}
      onRefresh={device.refetch}
      footer={
        showing ? (
          <Button
            wide
            onClick={() => {
              shownOnce.forget(gatewayId)
              onChange({ entered: true })
              window.scrollTo({ top: 0 })
            }}
          >
            {t('login.entered')}
          </Button>
        ) : (
          detail && <WatchFooter detail={detail} arrived={arrived} />
        )
      }
    >
      {detail && arrival ? (
        <>
          <ArrivalHead detail={detail} arrival={arrival} />
          {showing && <CredentialsCard credentials={credentials} />}
          <ArrivalProgress detail={detail} arrival={arrival} address={watched?.address ?? null} />
          {!arrived && !showing && <p className={styles.leave}>{t('leave')}</p>}
          {!heard && !showing && (
            <LostLogin
              stationId={detail.station.id}
              gatewayId={gatewayId}
              claimed={watched !== undefined && watched.address === null}
              onRenewed={(address) => onChange({ address, entered: false })}
            />
          )}
        </>
      ) : (
        <Waiting of={device}>
          <SkeletonCard />
          <SkeletonCard kind="rows" rows={5} />
        </Waiting>
      )}
    </Page>
  )
}
