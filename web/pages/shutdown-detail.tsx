import { setPageSearch, usePageSearch } from '../app/shell/page-search.ts'
import { pathTo } from '../paths.ts'
import { DevicePage } from '../parts/device-page/device-page.tsx'
import { HistoryCard } from '../parts/devices/history/history-card.tsx'
import { LayoutLink } from '../parts/devices/layout-link.tsx'
import { SafetyCard } from '../parts/devices/shutdown/safety-card.tsx'
import { ShutdownReadings } from '../parts/devices/shutdown/shutdown-readings.tsx'
import { SilenceNote } from '../parts/devices/silence-note.tsx'

const route = 'shutdown-detail'

export function ShutdownDetailPage() {
  const search = usePageSearch(route)
  return (
    <DevicePage
      key={search.deviceId}
      deviceId={search.deviceId}
      kind="shutdown"
      part={search.part}
      onPart={(part) => setPageSearch(route, search, { part })}
      toOther={(deviceId, part) => pathTo(route, { ...search, deviceId, part })}
      renderHead={(detail, line) => (
        <>
          <SilenceNote detail={detail} />
          <SafetyCard detail={detail}>{line}</SafetyCard>
        </>
      )}
      renderParts={(detail) => [
        {
          value: 'now',
          content: (
            <>
              <ShutdownReadings detail={detail} />
              <LayoutLink detail={detail} />
            </>
          ),
        },
        {
          value: 'curve',
          content: (
            <HistoryCard
              detail={detail}
              search={search}
              onChange={(change) => setPageSearch(route, search, change)}
              energy="none"
            />
          ),
        },
      ]}
    />
  )
}
