import { givesPower } from '#domain/devices/kinds.ts'
import { restOf } from '#domain/telemetry/night-energy.ts'
import { Grid3x3, LayoutGrid, ListChecks, Plus, Waypoints } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Allowed, useAllowed } from '../../app/session/allowed.tsx'
import { useData } from '../../app/data/query.ts'
import { pathTo } from '../../paths.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { SearchBox } from '../../kit/search-box.tsx'
import { Tile, Tiles } from '../../kit/tiles.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { DeviceCounts } from './device-counts.tsx'
import { findDevices, groupDevices, hasModules } from './device-groups.ts'
import { FoundDevices } from './found-devices.tsx'
import { GatewayCard } from './gateway-card.tsx'
import { TableSwitch } from '../../app/lists/table-switch.tsx'
import { useTable } from '../../app/lists/use-table.ts'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { useStation } from './station-queries.ts'
import styles from './devices.module.css'
import { Waiting } from '../../app/failure/waiting.tsx'

/** The table is for wide screens alone. */
const DeviceTable = lazyPart(
  async () => (await import('./device-table.tsx')).DeviceTable,
  () => <SkeletonCard kind="rows" rows={6} />,
)

/** Fewer are seen at a glance. */
const searchFrom = 9
/** With more inverters each gateway is opened by hand. */
const openUpTo = 24

/** All devices as they hang together, with their figures now. */
export function DevicesTab({ stationId }: { stationId: string }) {
  const t = useTranslations('station')
  const { data, error, refetch } = useData('GET /api/stations/{stationId}/devices', { params: { stationId } })
  const table = useTable('devices')
  const station = useStation(stationId)
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed)
  const devices = data?.devices
  const groups = useMemo(() => groupDevices(devices ?? []), [devices])
  const rest = useMemo(() => restOf((devices ?? []).filter(({ kind }) => givesPower(kind))), [devices])
  if (!devices)
    return (
      <Waiting of={{ error, refetch }}>
        <SkeletonCard kind="rows" />
        <SkeletonCard kind="rows" />
      </Waiting>
    )
  if (devices.length === 0) return <NoDevices stationId={stationId} />
  const found = wanted.trim() === '' ? null : findDevices(devices, wanted)
  const open = groups.length === 1 || devices.filter(({ kind }) => kind === 'inverter').length <= openUpTo
  return (
    <>
      <DeviceCounts devices={devices} />
      <Card>
        <Tiles>
          <Tile
            icon={<Grid3x3 size={20} aria-hidden />}
            label={t('topology')}
            to={pathTo('device-topology', { stationId })}
          />
          <Tile
            icon={<ListChecks size={20} aria-hidden />}
            label={t('gateways')}
            to={pathTo('communication-device-list', { stationId })}
          />
          <Tile
            icon={<Waypoints size={20} aria-hidden />}
            label={t('strings')}
            to={pathTo('group-device-list', { stationId })}
          />
          <Allowed permission="device:device:edit" at={stationId}>
            <Tile
              icon={<LayoutGrid size={20} aria-hidden />}
              label={t('layout')}
              to={pathTo('generate-power-device-config', { stationId })}
            />
          </Allowed>
        </Tiles>
      </Card>
      <div className={styles.tools}>
        {devices.length >= searchFrom && (
          <SearchBox value={typed} onChange={setTyped} label={t('device.search')} />
        )}
        <TableSwitch of={table} />
      </div>
      {rest !== null && !table.on && (
        <p className={styles.ofDay}>{t(`device.${hasModules(devices) ? 'nightDc' : 'night'}.${rest}`)}</p>
      )}
      {table.on ? (
        <DeviceTable
          table={table}
          devices={found ?? devices}
          rest={rest}
          typed={wanted.trim()}
          stationId={stationId}
          timeZone={station.data?.station.timeZone ?? 'UTC'}
        />
      ) : found ? (
        <FoundDevices devices={found} rest={rest} typed={wanted.trim()} />
      ) : (
        groups.map((group) => (
          <GatewayCard key={group.gateway?.id ?? 'none'} group={group} rest={rest} openAtFirst={open} />
        ))
      )}
      <Allowed permission="device:device:add" at={stationId}>
        <ButtonLink
          kind="soft"
          wide
          icon={<Plus size={18} aria-hidden />}
          to={pathTo('add-communication-device', { stationId })}
        >
          {t('addGateway')}
        </ButtonLink>
      </Allowed>
    </>
  )
}

function NoDevices({ stationId }: { stationId: string }) {
  const t = useTranslations('station')
  const adds = useAllowed('device:device:add', stationId)
  return (
    <EmptyState
      title={t('device.none')}
      text={adds ? t('device.noneText') : t('device.noneWait')}
      action={
        adds && (
          <ButtonLink to={pathTo('add-communication-device', { stationId })}>{t('addGateway')}</ButtonLink>
        )
      }
    />
  )
}
