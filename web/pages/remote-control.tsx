import { SlidersHorizontal } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../app/session/allowed.tsx'
import type { Answer } from '../app/data/call-types.ts'
import { refresh, useData } from '../app/data/query.ts'
import { pathTo } from '../paths.ts'
import { useWide } from '../app/shell/width.ts'
import { setPageSearch, usePageSearch } from '../app/shell/page-search.ts'
import { OnSite } from '../parts/stations/presence/on-site.tsx'
import { useWatchedStation } from '../parts/stations/station-queries.ts'
import { ButtonLink } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { Go } from '../kit/navigation/go.tsx'
import { navigate } from '../kit/navigation/navigate.ts'
import { usePane } from '../kit/navigation/pane.ts'
import { Page } from '../kit/page.tsx'
import { Segmented } from '../kit/segmented.tsx'
import { lazyPart } from '../kit/lazy-part.tsx'
import { SkeletonCard } from '../kit/skeleton.tsx'
import { BoardPart } from '../parts/control/board-part.tsx'
import { ChoosePart } from '../parts/control/choose-part.tsx'
import styles from '../parts/control/control.module.css'
import beside from '../parts/devices/connect/connect.module.css'
import { QuestionsCard } from '../parts/control/questions-card.tsx'
import { WaitingCard } from '../parts/control/waiting-card.tsx'
import { HelpButton } from '../parts/help/help-button.tsx'
import { Waiting } from '../app/failure/waiting.tsx'

const waiting = () => <SkeletonCard kind="rows" rows={6} />
// What has become of acts comes when it is looked at.
const ResultPart = lazyPart(async () => {
  return (await import('../parts/control/result-part.tsx')).ResultPart
}, waiting)
const LedgerPart = lazyPart(async () => {
  return (await import('../parts/control/ledger-part.tsx')).LedgerPart
}, waiting)
const CommandPart = lazyPart(async () => {
  return (await import('../parts/control/command-part.tsx')).CommandPart
}, waiting)
const LimitsCard = lazyPart(async () => {
  return (await import('../parts/control/limits-card.tsx')).LimitsCard
})

const readAgain = (): Promise<unknown> =>
  refresh(
    'GET /api/stations/{stationId}/devices',
    'GET /api/control',
    'GET /api/control/{controlId}',
    'GET /api/commands',
    'GET /api/control-questions',
    'GET /api/stations/{stationId}/check-ins',
    'GET /api/stations/{stationId}/shutdown-board',
    'GET /api/stations/{stationId}/limits',
  )

/** Control of one station's devices: choosing, the result of one act, the shutdown board, the ledger. */
export function RemoteControlPage() {
  const t = useTranslations('control')
  const search = usePageSearch('remote-control')
  const { stationId, controlId } = search
  if (stationId !== undefined && search.commandId !== undefined && controlId === undefined)
    return <OneCommand key={search.commandId} stationId={stationId} commandId={search.commandId} />
  const title = controlId === undefined ? t('title') : t('result')
  return (
    <Page
      title={title}
      back={
        stationId === undefined
          ? pathTo('service-page')
          : controlId === undefined
            ? pathTo('station-detail', { stationId })
            : pathTo('remote-control', { stationId })
      }
      whole={controlId === undefined && stationId !== undefined}
      onRefresh={readAgain}
      actions={<HelpButton of="control" />}
    >
      {controlId !== undefined ? (
        <ResultPart key={controlId} controlId={controlId} onRefresh={readAgain} />
      ) : stationId === undefined ? (
        <>
          <WaitingCard stationId={undefined} />
          <QuestionsCard stationId={undefined} />
          <EmptyState
            icon={<SlidersHorizontal size={26} aria-hidden />}
            title={t('chooseStation')}
            text={t('chooseStationText')}
            action={
              <ButtonLink to={pathTo('select-station', { open: 'remote-control' })}>
                {t('chooseStation')}
              </ButtonLink>
            }
          />
        </>
      ) : (
        <OfStation key={stationId} stationId={stationId} />
      )}
    </Page>
  )
}

/** One of the ledger, beside it where there is room. */
function OneCommand({ stationId, commandId }: { stationId: string; commandId: string }) {
  const t = useTranslations('control')
  const station = useData('GET /api/stations/{stationId}', { params: { stationId } })
  useWatchedStation(stationId)
  return (
    <Page
      title={t('command')}
      back={pathTo('remote-control', { stationId, view: 'ledger' })}
      spread
      onRefresh={() => refresh('GET /api/commands/{commandId}')}
    >
      {station.data ? (
        <CommandPart commandId={commandId} timeZone={station.data.station.timeZone} />
      ) : (
        <Waiting of={station}>
          <SkeletonCard />
        </Waiting>
      )}
    </Page>
  )
}

/** Which gateways are offline, and so cannot tell a shutdown device anything; and whether one is left that can. */
const gatewaysOf = (devices: Answer<'GET /api/stations/{stationId}/devices'>['devices']) => {
  const needed = new Set(devices.flatMap(({ kind, gatewayId }) => (kind === 'shutdown' ? [gatewayId] : [])))
  const away = devices.filter(({ id, kind, online }) => kind === 'gateway' && !online && needed.has(id))
  return { away, reached: away.length < needed.size }
}

function OfStation({ stationId }: { stationId: string }) {
  const t = useTranslations('control')
  const search = usePageSearch('remote-control')
  const pane = usePane()
  const wide = useWide()
  const mayControl = useAllowed('device:control:send', stationId)
  const station = useData('GET /api/stations/{stationId}', { params: { stationId } })
  const devices = useData('GET /api/stations/{stationId}/devices', { params: { stationId } })
  useWatchedStation(stationId)
  const views = mayControl ? (['choose', 'board', 'ledger'] as const) : (['board', 'ledger'] as const)
  const view = search.view ?? (mayControl ? 'choose' : 'board')
  const error = station.error ?? devices.error
  if (!station.data || !devices.data)
    return (
      <Waiting of={{ error, refetch: () => Promise.all([station.refetch(), devices.refetch()]) }}>
        <SkeletonCard />
        <SkeletonCard kind="rows" rows={6} />
      </Waiting>
    )
  const { name, timeZone } = station.data.station
  return (
    <>
      <div className={styles.station}>
        <strong>{name}</strong>
        <Go to={pathTo('select-station', { open: 'remote-control' })} className={styles.other}>
          {t('otherStation')}
        </Go>
      </div>
      <div className={styles.noPrint}>
        <Segmented
          label={t('title')}
          options={views.map((value) => ({ value, label: t(`view.${value}`) }))}
          value={view}
          onChange={(next) => {
            const view = next === 'choose' ? undefined : next
            // Beside a command of it stands the ledger alone.
            if (pane?.main === false) navigate.push(pathTo('remote-control', { stationId, view }))
            else setPageSearch('remote-control', search, { view })
          }}
        />
      </div>
      <OnSite stationId={stationId} timeZone={timeZone} quiet />
      {view === 'choose' && mayControl ? (
        // What was asked for stands beside what is asked for next.
        <div className={beside.compare}>
          <div className={beside.found}>
            <LimitsCard stationId={stationId} timeZone={timeZone} recent />
            <WaitingCard stationId={stationId} />
            <QuestionsCard stationId={stationId} />
            {wide && (
              <Card flush title={t('view.ledger')}>
                <LedgerPart stationId={stationId} timeZone={timeZone} deviceId={search.deviceId} />
              </Card>
            )}
          </div>
          <div className={beside.lists}>
            <ChoosePart stationId={stationId} devices={devices.data.devices} first={search.deviceId} />
          </div>
        </div>
      ) : (
        <>
          {view !== 'board' && <LimitsCard stationId={stationId} timeZone={timeZone} />}
          {!mayControl && <QuestionsCard stationId={stationId} />}
        </>
      )}
      {view === 'board' && <BoardPart stationId={stationId} {...gatewaysOf(devices.data.devices)} />}
      {view === 'ledger' && (
        <LedgerPart
          onOutcome={(outcome) => setPageSearch('remote-control', search, { outcome })}
          stationId={stationId}
          timeZone={timeZone}
          deviceId={search.deviceId}
          outcome={search.outcome}
        />
      )}
    </>
  )
}
