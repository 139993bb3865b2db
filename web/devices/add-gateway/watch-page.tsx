import { CircleCheckBig } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../../accounts/allowed.tsx'
import { call } from '../../data/call.ts'
import { newId } from '../../data/new-id.ts'
import { useData } from '../../data/query.ts'
import { pathTo, pathToDevice } from '../../paths.ts'
import { navigate } from '../../shell/navigate.ts'
import { useWatchedStation } from '../../stations/station-queries.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorState, useFailureText } from '../../ui/error-state.tsx'
import { Figure } from '../../ui/figure.tsx'
import { useNow } from '../../ui/now.ts'
import { Page } from '../../ui/page.tsx'
import { SkeletonCard } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { nameOf, type DeviceDetail } from '../device-facts.ts'
import { Advice } from './advice.tsx'
import styles from './adding.module.css'
import { arrivalOf, lateStep, type Arrival } from './arrival.ts'
import { ArrivalList } from './arrival-list.tsx'
import { CredentialsCard } from './credentials-card.tsx'
import type { Address, Watched } from './gateway-draft.ts'
import { shownOnce } from './shown-once.ts'

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
          <Head detail={detail} arrival={arrival} />
          {showing && <CredentialsCard credentials={credentials} />}
          <Progress detail={detail} arrival={arrival} address={watched?.address ?? null} />
          {!heard && !showing && (
            <LostLogin
              gatewayId={gatewayId}
              claimed={watched !== undefined && watched.address === null}
              onRenewed={(address) => onChange({ address, entered: false })}
            />
          )}
        </>
      ) : device.error ? (
        <ErrorState error={device.error} onRetry={() => void device.refetch()} />
      ) : (
        <>
          <SkeletonCard />
          <SkeletonCard kind="rows" rows={5} />
        </>
      )}
    </Page>
  )
}

function Head({ detail, arrival }: { detail: DeviceDetail; arrival: Arrival }) {
  const t = useTranslations('adding')
  const { device, station } = detail
  return (
    <Card>
      <div className={styles.head}>
        {arrival.arrived && (
          <CircleCheckBig size={40} strokeWidth={1.7} className={styles.arrivedIcon} aria-hidden />
        )}
        <h2>{t(arrival.arrived ? 'arrived' : 'waitingFor', { name: nameOf(device) })}</h2>
        <p className={styles.headHint}>
          <CopyButton text={device.sn} what="SN" shown={`SN ${device.sn}`} />
          <span>{station.name}</span>
        </p>
        {arrival.arrived && (
          <Figure
            label={t('powerNow')}
            measure="power"
            value={arrival.powerW}
            at={arrival.reportedAt}
            size="l"
          />
        )}
      </div>
    </Card>
  )
}

function Progress({
  detail,
  arrival,
  address,
}: {
  detail: DeviceDetail
  arrival: Arrival
  address: Address | null
}) {
  const now = useNow()
  const late = lateStep(arrival, detail.link?.reportS ?? detail.station.reportMin * 60, now)
  const step = late ?? (arrival.states.inventory === 'trouble' ? 'inventory' : null)
  return (
    <Card>
      <ArrivalList
        detail={detail}
        arrival={arrival}
        advice={
          step && {
            step,
            text: <Advice step={step} sn={detail.device.sn} address={address} link={detail.link} />,
          }
        }
      />
    </Card>
  )
}

/** The secret is shown once. Who lost it before it was entered gets another; the old one stops working. */
function LostLogin({
  gatewayId,
  claimed,
  onRenewed,
}: {
  gatewayId: string
  claimed: boolean
  onRenewed: (address: Address) => void
}) {
  const t = useTranslations('adding.login')
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const [key, setKey] = useState(newId)
  if (!useAllowed('device:device:add') || claimed) return null
  const renew = async (): Promise<void> => {
    setBusy(true)
    try {
      const { credentials } = await call('POST /api/devices/{deviceId}/credentials', {
        params: { deviceId: gatewayId },
        body: {},
        key,
      })
      const { secret: _, ...address } = credentials
      shownOnce.keep(gatewayId, credentials)
      setKey(newId())
      onRenewed(address)
    } catch (error) {
      toast(failureText(error), 'failed')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card>
      <div className={styles.lost}>
        <p>{t('lostText')}</p>
        <Button kind="soft" wide busy={busy} onClick={() => void renew()}>
          {t('renew')}
        </Button>
      </div>
    </Card>
  )
}

function WatchFooter({ detail, arrived }: { detail: DeviceDetail; arrived: boolean }) {
  const t = useTranslations('adding')
  const { station, device } = detail
  const toStation = pathTo('station-detail', { stationId: station.id, tab: 'devices' })
  if (!arrived) {
    return (
      <div className={styles.stacked}>
        <p className={styles.leave}>{t('leave')}</p>
        <Button kind="quiet" wide onClick={() => navigate.replace(toStation)}>
          {t('later')}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.stacked}>
      <ButtonLink wide to={toStation}>
        {t('toDevices')}
      </ButtonLink>
      <ButtonLink wide kind="quiet" to={pathToDevice('gateway', device.id)}>
        {t('toGateway')}
      </ButtonLink>
    </div>
  )
}
