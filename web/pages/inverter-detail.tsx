import { setPageSearch, usePageSearch } from '../app/shell/page-search.ts'
import { AsideCard } from '../parts/devices/aside-card.tsx'
import { DataSheet } from '../parts/devices/data-sheet.tsx'
import type { DeviceDetail } from '../parts/devices/device-facts.ts'
import { DevicePage } from '../parts/device-page/device-page.tsx'
import { EnergyCard } from '../parts/devices/energy-card.tsx'
import { HistoryCard } from '../parts/devices/history/history-card.tsx'
import { InverterReadings } from '../parts/devices/inverter/inverter-readings.tsx'
import { StringsCard } from '../parts/devices/inverter/strings-card.tsx'
import { LayoutLink } from '../parts/devices/layout-link.tsx'
import { PeersCard } from '../parts/devices/peers/peers-card.tsx'
import { PowerCard } from '../parts/devices/power-card.tsx'
import { SilenceNote } from '../parts/devices/silence-note.tsx'
import { useChildren } from '../parts/devices/use-children.ts'

export function InverterDetailPage() {
  const search = usePageSearch('inverter-detail')
  return (
    <DevicePage key={search.deviceId} deviceId={search.deviceId} kind="inverter">
      {(detail) => (
        <>
          <SilenceNote detail={detail} />
          <PowerCard detail={detail} />
          <LayoutLink detail={detail} />
          <EnergyCard detail={detail} />
          <HistoryCard
            detail={detail}
            search={search}
            onChange={(change) => setPageSearch('inverter-detail', search, change)}
          />
          <PeersCard detail={detail} />
          <InverterReadings detail={detail} />
          <Strings detail={detail} />
          <AsideCard aside={detail.aside} timeZone={detail.station.timeZone} />
          <DataSheet detail={detail} />
        </>
      )}
    </DevicePage>
  )
}

function Strings({ detail }: { detail: DeviceDetail }) {
  const { children } = useChildren(detail, true)
  return <StringsCard devices={children} />
}
