import { setPageSearch, usePageSearch } from '../app/shell/page-search.ts'
import { DataSheet } from '../parts/devices/data-sheet.tsx'
import { DevicePage } from '../parts/device-page/device-page.tsx'
import { HistoryCard } from '../parts/devices/history/history-card.tsx'
import { LayoutLink } from '../parts/devices/layout-link.tsx'
import { SafetyCard } from '../parts/devices/shutdown/safety-card.tsx'
import { ShutdownReadings } from '../parts/devices/shutdown/shutdown-readings.tsx'
import { SilenceNote } from '../parts/devices/silence-note.tsx'

export function ShutdownDetailPage() {
  const search = usePageSearch('shutdown-detail')
  return (
    <DevicePage key={search.deviceId} deviceId={search.deviceId} kind="shutdown">
      {(detail) => (
        <>
          <SilenceNote detail={detail} />
          <SafetyCard detail={detail} />
          <LayoutLink detail={detail} />
          <ShutdownReadings detail={detail} />
          <HistoryCard
            detail={detail}
            search={search}
            onChange={(change) => setPageSearch('shutdown-detail', search, change)}
            energy="none"
          />
          <DataSheet detail={detail} />
        </>
      )}
    </DevicePage>
  )
}
