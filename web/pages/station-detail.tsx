import { Pencil } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Allowed, useAllowed } from '../app/session/allowed.tsx'
import { refresh } from '../app/data/query.ts'
import { pathTo } from '../paths.ts'
import { navigate } from '../kit/navigation/navigate.ts'
import { useGivenTitle } from '../app/shell/given-title.ts'
import { setPageSearch, usePageSearch } from '../app/shell/page-search.ts'
import { IconButton, Page } from '../kit/page.tsx'
import { lazyPart } from '../kit/lazy-part.tsx'
import { SkeletonCard } from '../kit/skeleton.tsx'
import { whenQuiet } from '../kit/when-quiet.ts'
import { words } from '../app/phrases/catalogues.ts'
import { useTable } from '../app/lists/use-table.ts'
import { Tabs } from '../kit/tabs.tsx'
import { useAwaitsAlarms } from '../parts/alarms/open-alarms.tsx'
import { OrdersTab } from '../parts/work-orders/orders-tab.tsx'
import { OverviewTab } from '../parts/station-page/overview-tab.tsx'
import { useAwaitsPresence } from '../parts/stations/presence/on-site.tsx'
import { StationHead } from '../parts/stations/station-head.tsx'
import { DetailSkeleton } from '../parts/stations/station-skeleton.tsx'
import { nameFromLists, useStation, useWatchedStation } from '../parts/stations/station-queries.ts'
import { FavouriteButton } from '../parts/favourites/favourite-button.tsx'
import { HelpCard } from '../parts/help/help-card.tsx'
import { Waiting } from '../app/failure/waiting.tsx'

const route = 'station-detail'

const helpOf = { overview: 'numbers', devices: 'layout', orders: 'orders', information: 'station' } as const

// What stands in its place is what it shows itself until its answer is here.
const DevicesTab = lazyPart(
  async () => (await import('../parts/stations/devices-tab.tsx')).DevicesTab,
  () => (
    <>
      <SkeletonCard kind="rows" />
      <SkeletonCard kind="rows" />
    </>
  ),
)

const InformationTab = lazyPart(
  async () => (await import('../parts/stations/information-tab.tsx')).InformationTab,
  () => <SkeletonCard />,
)

const PlainDevicePage = lazyPart(
  async () => {
    const [file] = await Promise.all([
      import('../parts/device-page/plain-device-page.tsx'),
      words.need('device', 'exchange', 'controls'),
    ])
    return file.PlainDevicePage
  },
  () => <DeviceSkeleton />,
)

export function StationDetailPage() {
  const search = usePageSearch(route)
  const { stationId, device } = search
  if (device !== undefined)
    return (
      <PlainDevicePage
        key={device}
        deviceId={device}
        search={search}
        onChange={(change) => setPageSearch(route, search, change)}
        part={search.part}
        onPart={(part) => setPageSearch(route, search, { part })}
        toOther={(id, part) => pathTo(route, { ...search, device: id, part })}
      />
    )
  // Another station is another page: nothing of the one before shows through while it loads.
  return <StationDetail key={stationId} />
}

function DeviceSkeleton() {
  const ui = useTranslations('ui')
  return (
    <Page title={ui('loading')} back={pathTo('station-list')}>
      <SkeletonCard />
    </Page>
  )
}

const refreshAll = (): Promise<unknown> =>
  refresh(
    'GET /api/stations/{stationId}',
    'GET /api/stations/{stationId}/power',
    'GET /api/stations/{stationId}/energy',
    'GET /api/stations/{stationId}/balance',
    'GET /api/stations/{stationId}/devices',
    'GET /api/orders',
    'GET /api/stations/{stationId}/check-ins',
  )

function StationDetail() {
  const t = useTranslations('station')
  const list = useTranslations('stations')
  const search = usePageSearch(route)
  const { stationId } = search
  const given = useGivenTitle()
  const { data, error, refetch } = useStation(stationId)
  const seesDevices = useAllowed('device:device:view')
  // They stand above the figures: what comes later would push those down under a finger.
  const awaitsPresence = useAwaitsPresence(stationId)
  const awaitsAlarms = useAwaitsAlarms({ stationId })
  useWatchedStation(stationId)
  useEffect(() => whenQuiet(() => void DevicesTab.prepare()), [])
  const seesOrders = useAllowed('om:order:view')
  const hidden = { devices: !seesDevices, orders: !seesOrders, overview: false, information: false }
  const tab = search.tab && !hidden[search.tab] ? search.tab : 'overview'
  const items = (['overview', 'devices', 'orders', 'information'] as const)
    .filter((one) => !hidden[one])
    .map((value) => ({ value, label: t(value) }))
  const table = useTable('devices')
  const open = (value: typeof tab): void =>
    setPageSearch(route, search, { tab: value === 'overview' ? undefined : value })
  return (
    <Page
      title={data?.station.name ?? nameFromLists(stationId) ?? given ?? list('title')}
      back={pathTo('station-list')}
      spread
      whole={tab === 'devices' && table.on}
      onRefresh={refreshAll}
      actions={
        data?.station.deletedAt === null && (
          <>
            <FavouriteButton stationId={stationId} />
            {data.managed && (
              <Allowed permission="station:station:edit">
                <IconButton
                  label={t('edit')}
                  onClick={() => navigate.push(pathTo('create-or-edit-station', { stationId }))}
                >
                  <Pencil size={20} aria-hidden />
                </IconButton>
              </Allowed>
            )}
          </>
        )
      }
    >
      {data && !awaitsPresence && !awaitsAlarms ? (
        <>
          <StationHead station={data.station} live={data.live} />
          <Tabs label={t('tabs')} items={items} value={tab} onChange={open}>
            {tab === 'overview' ? (
              <OverviewTab
                station={data.station}
                live={data.live}
                period={search.period ?? 'day'}
                of={search.of}
                onPeriod={(period, of, how) => setPageSearch(route, search, { period, of }, how)}
                onDevices={seesDevices ? () => open('devices') : undefined}
              />
            ) : tab === 'devices' ? (
              <DevicesTab stationId={stationId} />
            ) : tab === 'orders' ? (
              <OrdersTab stationId={stationId} />
            ) : (
              <InformationTab station={data.station} managed={data.managed} />
            )}
          </Tabs>
          <HelpCard of={helpOf[tab]} />
        </>
      ) : (
        <Waiting of={{ error, refetch }}>
          <DetailSkeleton />
        </Waiting>
      )}
    </Page>
  )
}
