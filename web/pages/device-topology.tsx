import { ListPlus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../app/session/allowed.tsx'
import { serverNow } from '../kit/time/clock.ts'
import { refresh } from '../app/data/query.ts'
import { pathTo } from '../paths.ts'
import { setPageSearch, usePageSearch } from '../app/shell/page-search.ts'
import { nameFromLists, useStation, useWatchedStation } from '../parts/stations/station-queries.ts'
import { ButtonLink } from '../kit/button.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorState } from '../app/failure/error-state.tsx'
import { lazyPart } from '../kit/lazy-part.tsx'
import { navigate } from '../kit/navigation/navigate.ts'
import { Page } from '../kit/page.tsx'
import { Segmented } from '../kit/segmented.tsx'
import { Skeleton, SkeletonCard } from '../kit/skeleton.tsx'
import { LayoutView } from '../parts/topology/layout/layout-view.tsx'
import { useTime } from '../parts/topology/time/use-time.ts'
import { useArray } from '../parts/topology/use-array.ts'
import { energyDayOf, isDark, measuredFor, nightDayOf, useHeatNow } from '../parts/topology/use-heat.ts'
import styles from '../parts/topology/topology.module.css'
import { HelpCard } from '../parts/help/help-card.tsx'

/** Comes when it is opened: most look at the picture. */
const TreeView = lazyPart(
  async () => (await import('../parts/topology/tree/tree-view.tsx')).TreeView,
  <SkeletonCard kind="rows" rows={8} />,
)

const route = 'device-topology'
/** The address follows the hand when it has rested. */
const REST_MS = 500

const readAnew = (): Promise<unknown> =>
  refresh(
    'GET /api/stations/{stationId}',
    'GET /api/stations/{stationId}/array',
    'GET /api/stations/{stationId}/devices',
    'GET /api/stations/{stationId}/heat',
    'GET /api/stations/{stationId}/heat-day',
  )

export function DeviceTopologyPage() {
  const { stationId } = usePageSearch(route)
  // Another station is another page.
  return <DeviceTopology key={stationId} />
}

function DeviceTopology() {
  const t = useTranslations('topology')
  const search = usePageSearch(route)
  const { stationId } = search
  const station = useStation(stationId)
  useWatchedStation(stationId)
  const array = useArray(stationId)
  // Shutdown devices measure no power.
  const cells = array.plan?.cells ?? []
  const shutdowns = cells.length > 0 && cells.every(({ place }) => place.kind === 'shutdown')
  const atFirst = shutdowns ? 'voltage' : 'power'
  const asked = measuredFor(search.metric ?? atFirst)
  const measured = useHeatNow(stationId, asked)
  const dark = measured.data !== undefined && isDark(measured.data)
  const energyDay = measured.data ? energyDayOf(measured.data) : null
  // After sunset there is no power to be told apart: the day is.
  const metric =
    search.metric ??
    (atFirst === 'power' && measured.data && nightDayOf(measured.data) !== null ? 'energy' : atFirst)
  const heat = useHeatNow(stationId, metric)
  const present = useRef(search)
  const timer = useRef(0)
  useEffect(() => {
    present.current = search
  })
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const timeZone = heat.data?.timeZone ?? station.data?.station.timeZone ?? 'UTC'
  const named = Number(search.at)
  const time = useTime({
    stationId,
    metric: measuredFor(metric),
    heat: heat.data,
    timeZone,
    at:
      search.at !== undefined && Number.isSafeInteger(named) && named > 0 && named < serverNow()
        ? named
        : null,
    onSettled: (at) => {
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(
        () => setPageSearch(route, present.current, { at: at === null ? undefined : String(at) }),
        REST_MS,
      )
    },
  })
  const { plan, devices } = array
  const { deviceId, mppt, stringId } = search
  // Of what has no modules the tree alone can show where it hangs.
  const marked = devices?.find(({ id }) => id === deviceId)
  const view =
    search.view ??
    (marked?.kind === 'gateway' || (plan?.cells.length === 0 && (devices?.length ?? 0) > 0)
      ? 'tree'
      : 'layout')
  // A tracker without modules in the layout stands on the page of its inverter.
  const elsewhere = mppt !== undefined && plan?.cells.length === 0 && marked?.kind === 'inverter'
  useEffect(() => {
    if (elsewhere && deviceId !== undefined)
      navigate.replace(pathTo('inverter-detail', { deviceId, part: 'strings' }))
  }, [elsewhere, deviceId])
  const name = station.data?.station.name ?? nameFromLists(stationId) ?? t('title')
  const error = array.error ?? heat.error
  const ready = plan && devices && (heat.shown || heat.data || time.frames)
  return (
    <Page title={name} back={pathTo('station-detail', { stationId })} whole onRefresh={readAnew}>
      <Segmented
        label={t('view.label')}
        value={view}
        options={[
          { value: 'layout', label: t('view.layout') },
          { value: 'tree', label: t('view.tree') },
        ]}
        onChange={(next) =>
          setPageSearch(route, search, {
            view: next === 'layout' && !marked && plan?.cells.length !== 0 ? undefined : next,
          })
        }
      />
      {view === 'tree' && devices && array.array ? (
        devices.length === 0 ? (
          <NoDevices stationId={stationId} />
        ) : (
          <TreeView
            key={deviceId ?? stringId}
            mark={deviceId ?? stringId}
            stationId={stationId}
            stationName={name}
            devices={devices}
            strings={array.array.strings}
          />
        )
      ) : view === 'layout' && ready ? (
        plan.cells.length === 0 ? (
          <NoModules stationId={stationId} some={devices.length > 0} />
        ) : (
          <LayoutView
            stationId={stationId}
            plan={plan}
            array={array}
            metric={metric}
            onMetric={(next) => setPageSearch(route, search, { metric: next })}
            now={heat.cells}
            time={time}
            timeZone={timeZone}
            key={`${deviceId} ${mppt} ${stringId}`}
            energyDay={energyDay}
            dark={dark}
            mark={{ deviceId, mppt, stringId }}
            onUnmark={() =>
              setPageSearch(route, search, { deviceId: undefined, mppt: undefined, stringId: undefined })
            }
          />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void Promise.all([array.again(), heat.refetch()])} />
      ) : view === 'tree' ? (
        <SkeletonCard kind="rows" rows={8} />
      ) : (
        <Skeletons />
      )}
      {(view === 'tree' ? devices && array.array : ready) && <HelpCard of="states" />}
    </Page>
  )
}

function Skeletons() {
  const t = useTranslations('ui')
  return (
    <output className={styles.board} aria-label={t('loading')}>
      <Skeleton shape="block" height="44px" />
      <Skeleton shape="block" height="min(58dvh, 460px)" />
      <Skeleton width="70%" />
    </output>
  )
}

function NoDevices({ stationId }: { stationId: string }) {
  const t = useTranslations('topology')
  const adds = useAllowed('device:device:add', stationId)
  return (
    <EmptyState
      title={t('none.devices')}
      text={t('none.devicesText')}
      action={
        adds && (
          <ButtonLink to={pathTo('add-communication-device', { stationId })}>
            {t('none.addGateway')}
          </ButtonLink>
        )
      }
    />
  )
}

/** Inverters alone have no modules that could be told apart. */
function NoModules({ stationId, some }: { stationId: string; some: boolean }) {
  const t = useTranslations('topology')
  const adds = useAllowed('device:device:add', stationId)
  if (!some) return <NoDevices stationId={stationId} />
  return (
    <EmptyState
      icon={<ListPlus size={26} aria-hidden />}
      title={t('none.modules')}
      text={t('none.modulesText')}
      action={
        adds && (
          <ButtonLink to={pathTo('add-generate-power-device', { stationId })}>
            {t('none.addModules')}
          </ButtonLink>
        )
      }
    />
  )
}
