import { setPageSearch, usePageSearch } from '../shell/page-search.ts'
import { DataSheet } from './data-sheet.tsx'
import { DevicePage } from './device-page.tsx'
import { HistoryCard } from './history/history-card.tsx'
import { LayoutLink } from './layout-link.tsx'
import { SafetyCard } from './shutdown/safety-card.tsx'
import { ShutdownReadings } from './shutdown/shutdown-readings.tsx'
import { SilenceNote } from './silence-note.tsx'

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
            energy={false}
          />
          <DataSheet detail={detail} />
        </>
      )}
    </DevicePage>
  )
}
