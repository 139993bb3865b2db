import { useMemo } from 'react'
import { useData } from '../app/data/query.ts'
import { setPageSearch, usePageSearch } from '../app/shell/page-search.ts'
import { AsideCard } from '../parts/devices/aside-card.tsx'
import { DataSheet } from '../parts/devices/data-sheet.tsx'
import type { DeviceDetail } from '../parts/devices/device-facts.ts'
import { DevicePage } from '../parts/device-page/device-page.tsx'
import { EnergyCard } from '../parts/devices/energy-card.tsx'
import { HistoryCard } from '../parts/devices/history/history-card.tsx'
import { LayoutLink } from '../parts/devices/layout-link.tsx'
import { stringGroups } from '../parts/devices/inverter/string-groups.ts'
import { NeighboursCard } from '../parts/devices/optimizer/neighbours-card.tsx'
import { OptimizerReadings } from '../parts/devices/optimizer/optimizer-readings.tsx'
import { PlaceNote } from '../parts/devices/optimizer/place-note.tsx'
import { PeersCard } from '../parts/devices/peers/peers-card.tsx'
import { PowerCard } from '../parts/devices/power-card.tsx'
import { SilenceNote } from '../parts/devices/silence-note.tsx'
import { useChildren } from '../parts/devices/use-children.ts'

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
