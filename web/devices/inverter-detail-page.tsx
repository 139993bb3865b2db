import { setPageSearch, usePageSearch } from '../shell/page-search.ts'
import { AsideCard } from './aside-card.tsx'
import { DataSheet } from './data-sheet.tsx'
import type { DeviceDetail } from './device-facts.ts'
import { DevicePage } from './device-page.tsx'
import { EnergyCard } from './energy-card.tsx'
import { HistoryCard } from './history/history-card.tsx'
import { InverterReadings } from './inverter/inverter-readings.tsx'
import { StringsCard } from './inverter/strings-card.tsx'
import { LayoutLink } from './layout-link.tsx'
import { PeersCard } from './peers/peers-card.tsx'
import { PowerCard } from './power-card.tsx'
import { SilenceNote } from './silence-note.tsx'
import { useChildren } from './use-children.ts'

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
