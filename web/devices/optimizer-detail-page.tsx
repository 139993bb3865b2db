import { useMemo } from 'react'
import { useData } from '../data/query.ts'
import { setPageSearch, usePageSearch } from '../shell/page-search.ts'
import { AsideCard } from './aside-card.tsx'
import { DataSheet } from './data-sheet.tsx'
import type { DeviceDetail } from './device-facts.ts'
import { DevicePage } from './device-page.tsx'
import { EnergyCard } from './energy-card.tsx'
import { HistoryCard } from './history/history-card.tsx'
import { LayoutLink } from './layout-link.tsx'
import { stringGroups } from './inverter/string-groups.ts'
import { NeighboursCard } from './optimizer/neighbours-card.tsx'
import { OptimizerReadings } from './optimizer/optimizer-readings.tsx'
import { PlaceNote } from './optimizer/place-note.tsx'
import { PeersCard } from './peers/peers-card.tsx'
import { PowerCard } from './power-card.tsx'
import { SilenceNote } from './silence-note.tsx'
import { useChildren } from './use-children.ts'

export function OptimizerDetailPage() {
  const search = usePageSearch('optimizer-detail')
  return (
    <DevicePage key={search.deviceId} deviceId={search.deviceId} kind="optimizer">
      {(detail) => (
        <>
          <SilenceNote detail={detail} />
          <PowerCard detail={detail}>
            <PlaceNote device={detail.device} />
          </PowerCard>
          <LayoutLink detail={detail} />
          <Neighbours detail={detail} />
          <PeersCard detail={detail} />
          <OptimizerReadings detail={detail} />
          <HistoryCard
            detail={detail}
            search={search}
            onChange={(change) => setPageSearch('optimizer-detail', search, change)}
          />
          <EnergyCard detail={detail} />
          <AsideCard aside={detail.aside} timeZone={detail.station.timeZone} />
          <DataSheet detail={detail} />
        </>
      )}
    </DevicePage>
  )
}

/** The string comes with the inverter above, and moves with the same live events. */
function Neighbours({ detail }: { detail: DeviceDetail }) {
  const { device, parent } = detail
  const inverter = useData(
    'GET /api/devices/{deviceId}',
    { params: { deviceId: parent?.id ?? '' } },
    { enabled: parent !== null },
  )
  const { children } = useChildren(inverter.data, true)
  const string = useMemo(
    () =>
      inverter.data &&
      stringGroups(children.filter(({ kind }) => kind === 'optimizer')).find(
        ({ stringNo }) => stringNo === device.stringNo,
      )?.devices,
    [inverter.data, children, device.stringNo],
  )
  // Without it there is nothing to compare with; the rest of the page stands on its own.
  if (parent === null || (inverter.error && !inverter.data)) return null
  return <NeighboursCard own={device} string={string} />
}
