import { hangsInString } from '#domain/devices/kinds.ts'
import { PlugZap, Radar } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../app/session/allowed.tsx'
import { useData } from '../app/data/query.ts'
import { pathTo } from '../paths.ts'
import { usePageSearch } from '../app/shell/page-search.ts'
import { useWatchedStation } from '../parts/stations/station-queries.ts'
import { ButtonLink } from '../kit/button.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { Page } from '../kit/page.tsx'
import { SkeletonCard } from '../kit/skeleton.tsx'
import type { DeviceDetail } from '../parts/devices/device-facts.ts'
import { ChildList } from '../parts/devices/connect/child-list.tsx'
import { compareChildren, type Children } from '../parts/devices/connect/found-children.ts'
import { FoundHead } from '../parts/devices/connect/found-head.tsx'
import { StrangersCard } from '../parts/devices/connect/strangers-card.tsx'
import { UnexpectedCard } from '../parts/devices/connect/unexpected-card.tsx'
import { SearchAgain } from '../parts/devices/connect/search-again.tsx'
import styles from '../parts/devices/connect/connect.module.css'
import { HelpButton } from '../parts/help/help-button.tsx'
import { Waiting } from '../app/failure/waiting.tsx'
import { words } from '../app/phrases/catalogues.ts'
import { lazyPart } from '../kit/lazy-part.tsx'

const renewMs = 15_000

const EdgeConnect = lazyPart(
  async () => {
    const [file] = await Promise.all([import('../parts/edges/edge-connect.tsx'), words.need('edges')])
    return file.EdgeConnect
  },
  <SkeletonCard kind="rows" rows={4} />,
)

/** What a gateway has found behind it, against what people expect there. */
export function ConnectDevicePage() {
  const t = useTranslations('connect')
  const { gatewayId } = usePageSearch('connect-device')
  const gateway = useData('GET /api/devices/{deviceId}', { params: { deviceId: gatewayId } })
  const found = useData(
    'GET /api/gateways/{gatewayId}/children',
    { params: { gatewayId } },
    { refetchInterval: renewMs },
  )
  const stationId = gateway.data?.station.id
  useWatchedStation(stationId ?? '')
  const error = gateway.error ?? found.error
  return (
    <Page
      title={t('title')}
      back={stationId ? pathTo('gateway-detail', { deviceId: gatewayId }) : pathTo('service-page')}
      whole
      onRefresh={async () => Promise.all([gateway.refetch(), found.refetch()])}
      actions={<HelpButton of="start" />}
    >
      {gateway.data && found.data ? (
        <Comparing detail={gateway.data} found={found.data} />
      ) : (
        <Waiting of={{ error, refetch: () => Promise.all([gateway.refetch(), found.refetch()]) }}>
          <SkeletonCard />
          <SkeletonCard kind="rows" rows={4} />
        </Waiting>
      )}
    </Page>
  )
}

function Comparing({ detail, found }: { detail: DeviceDetail; found: Children }) {
  const t = useTranslations('connect')
  const mayAdd = useAllowed('device:device:add', detail.station.id)
  const { matching, missing, unexpected, inverters } = useMemo(() => compareChildren(found), [found])
  const { device, station, link } = detail
  // It has been told what to read, device by device: nothing is left to be confirmed.
  if (detail.edge)
    return (
      <>
        <EdgeConnect detail={detail} />
        <ChildList
          title={t('missingTitle', { count: missing.length })}
          text={t('missingText')}
          list={missing}
          inverters={inverters}
        />
        <StrangersCard quarantine={found.quarantine} />
      </>
    )
  const nothing = matching.length + missing.length + unexpected.length === 0
  const add = pathTo('add-generate-power-device', { stationId: station.id, gatewayId: device.id })
  return (
    <div className={styles.compare}>
      <div className={styles.found}>
        <FoundHead
          detail={detail}
          found={found}
          matching={matching.length}
          missing={missing}
          unexpected={unexpected.length}
        />
        {matching.length > 0 && missing.length === 0 && (
          <NextStep
            stationId={station.id}
            isWired={matching.every(({ kind, stringNo }) => !hangsInString(kind) || stringNo !== null)}
            isActivated={device.activatedAt !== null}
          />
        )}
        {mayAdd && (
          <div className={styles.acts}>
            <SearchAgain gatewayId={device.id} online={link?.connected === true} />
            <ButtonLink to={add} kind="soft">
              {t('addDevices')}
            </ButtonLink>
          </div>
        )}
      </div>
      <div className={styles.lists}>
        {nothing && (
          <EmptyState
            icon={
              found.inventoryAt === null ? <PlugZap size={26} aria-hidden /> : <Radar size={26} aria-hidden />
            }
            title={t(found.inventoryAt === null ? 'noInventory' : 'nothingFound')}
            text={t(found.inventoryAt === null ? 'noInventoryText' : 'nothingFoundText')}
          />
        )}
        <ChildList
          title={t('missingTitle', { count: missing.length })}
          text={t('missingText')}
          list={missing}
          inverters={inverters}
        />
        <UnexpectedCard
          stationId={station.id}
          gatewayId={device.id}
          list={unexpected}
          inverters={inverters}
          mayConfirm={mayAdd}
        />
        <StrangersCard quarantine={found.quarantine} />
        <ChildList
          title={t('matchingTitle', { count: matching.length })}
          list={matching}
          inverters={inverters}
          showsState
        />
      </div>
    </div>
  )
}

type NextStepProps = { stationId: string; isWired: boolean; isActivated: boolean }

/** With everything there it goes on: into the strings, then into operation. */
function NextStep({ stationId, isWired, isActivated }: NextStepProps) {
  const t = useTranslations('connect.next')
  const mayEdit = useAllowed('device:device:edit', stationId)
  const mayActivate = useAllowed('device:device:activate', stationId)
  if (!isWired && mayEdit)
    return (
      <ButtonLink wide to={pathTo('generate-power-device-config', { stationId })}>
        {t('assign')}
      </ButtonLink>
    )
  if (!isActivated && mayActivate)
    return (
      <ButtonLink wide to={pathTo('communication-device-list', { stationId })}>
        {t('activate')}
      </ButtonLink>
    )
  return (
    <ButtonLink wide to={pathTo('station-detail', { stationId, tab: 'devices' })}>
      {t('station')}
    </ButtonLink>
  )
}
