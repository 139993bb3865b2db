import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Answer } from '../app/data/call-types.ts'
import { dataQuery, useData } from '../app/data/query.ts'
import { nameOf } from '../parts/devices/device-facts.ts'
import { pathTo, pathToDevice } from '../paths.ts'
import { usePageSearch } from '../app/shell/page-search.ts'
import { ButtonLink } from '../kit/button.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorState } from '../app/failure/error-state.tsx'
import { Page } from '../kit/page.tsx'
import { Skeleton } from '../kit/skeleton.tsx'
import { listOf, mostLines } from '../parts/devices/history/compare.ts'
import { Stage } from '../parts/charts/stage.tsx'
import type { DeviceChoice } from '../parts/charts/device-panel.tsx'
import type { Subject } from '../parts/charts/use-parts.ts'

type Named = Pick<DeviceChoice, 'sn' | 'name'>

/** Its name, with the serial number where another one is called the same. */
const uniqueName = (one: Named, all: readonly Named[]): string =>
  all.some(({ sn, name }) => sn !== one.sn && name !== '' && name === one.name)
    ? `${one.name} (${one.sn})`
    : nameOf(one)

/** Those that have come; what is no longer to be seen is left out. */
const namesIn = (found: readonly { data: Answer<'GET /api/stations/{stationId}'> | undefined }[]) =>
  found.flatMap(({ data }) => (data ? [{ id: data.station.id, name: data.station.name }] : []))

/** One chart over the whole screen: whose it is, from the address; then the stage. */
export function FullscreenChartPage() {
  const t = useTranslations('chart.full')
  const search = usePageSearch('fullscreen-chart')
  const { deviceId } = search
  // Of a link that names a device alone, the device tells the station.
  const alone = search.stationId === undefined
  const [gone, setGone] = useState(false)
  const device = useData(
    'GET /api/devices/{deviceId}',
    { params: { deviceId: deviceId ?? '' } },
    { enabled: (alone || gone) && deviceId !== undefined },
  )
  const stationId = search.stationId ?? device.data?.station.id
  const params = { stationId: stationId ?? '' }
  const known = { enabled: stationId !== undefined }
  const station = useData('GET /api/stations/{stationId}', { params }, known)
  const devices = useData('GET /api/stations/{stationId}/devices', { params }, known)
  const present = devices.data?.devices
  // A device that was removed is on no list; its record stays, with what it measured itself.
  const absent = deviceId !== undefined && present !== undefined && !present.some(({ id }) => id === deviceId)
  if (absent !== gone) setGone(absent)
  const record = absent && device.data?.station.id === stationId ? device.data?.device : undefined
  const all = useMemo(
    () => (present && record ? [...present, { ...record, placeId: null }] : present),
    [present, record],
  )
  const main = all?.find(({ id }) => id === deviceId)
  const beside = useMemo(
    () =>
      deviceId === undefined && stationId !== undefined
        ? listOf(search.stations, [stationId]).slice(0, mostLines - 1)
        : [],
    [deviceId, stationId, search.stations],
  )
  const others = useQueries({
    queries: beside.map((id) => dataQuery('GET /api/stations/{stationId}', { params: { stationId: id } })),
    combine: namesIn,
  })
  const subjects = useMemo((): Subject[] => {
    if (!station.data || !all) return []
    const ids = [...(deviceId ? [deviceId] : []), ...listOf(search.with, deviceId ? [deviceId] : [])]
    const found = ids.flatMap((id): Subject[] => {
      const one = all.find((device) => device.id === id)
      return one && one.kind !== 'gateway'
        ? [{ kind: 'device', id, placeId: one.placeId, name: uniqueName(one, all) }]
        : []
    })
    const whole: Subject = {
      kind: 'station',
      id: station.data.station.id,
      placeId: null,
      name: t('wholeStation'),
    }
    const stations = others.map((one): Subject => ({ ...one, kind: 'station', placeId: null }))
    // Beside others it is called by its name.
    const self = stations.length > 0 ? { ...whole, name: station.data.station.name } : whole
    return (deviceId ? found : [self, ...stations, ...found]).slice(0, mostLines)
  }, [station.data, all, deviceId, search.with, others, t])

  const back = main
    ? pathToDevice(main.kind, main.id)
    : stationId
      ? pathTo('station-detail', { stationId })
      : pathTo('station-list')
  const failed = [device, station, devices].find(({ error, data }) => error && !data)
  const lost =
    all !== undefined &&
    deviceId !== undefined &&
    !subjects.some(({ id }) => id === deviceId) &&
    !(absent && device.isPending)
  if (station.data && all && !lost && (deviceId === undefined || main))
    return (
      <Stage
        station={station.data.station}
        devices={all}
        subjects={subjects}
        main={main ?? null}
        search={search}
        back={back}
      />
    )
  return (
    <Page title={t('title')} back={back}>
      {failed?.error ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : lost || (!stationId && !deviceId) ? (
        <EmptyState
          title={t('nothing')}
          text={t(stationId ? 'nothingText' : 'nothingChosen')}
          action={
            <ButtonLink
              to={
                stationId
                  ? pathTo('station-detail', { stationId, tab: 'devices' })
                  : pathTo('select-station', { open: 'fullscreen-chart' })
              }
            >
              {t(stationId ? 'toDevices' : 'chooseStation')}
            </ButtonLink>
          }
        />
      ) : (
        <Skeleton shape="block" height="60vh" />
      )}
    </Page>
  )
}
