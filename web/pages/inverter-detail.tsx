import { CompareStrings } from '../parts/arrays/strings/life/lazy-compare.tsx'
import { setPageSearch, usePageSearch } from '../app/shell/page-search.ts'
import { pathTo } from '../paths.ts'
import { AsideCard } from '../parts/devices/aside-card.tsx'
import type { DeviceDetail } from '../parts/devices/device-facts.ts'
import { DevicePage } from '../parts/device-page/device-page.tsx'
import { EnergyCard } from '../parts/devices/energy-card.tsx'
import { HistoryCard } from '../parts/devices/history/history-card.tsx'
import { InverterReadings } from '../parts/devices/inverter/inverter-readings.tsx'
import { StringsCard } from '../parts/devices/inverter/strings-card.tsx'
import { LayoutLink } from '../parts/devices/layout-link.tsx'
import { PeersCard } from '../parts/devices/peers/peers-card.tsx'
import { PeersLine } from '../parts/devices/peers/peers-line.tsx'
import { PowerCard } from '../parts/devices/power-card.tsx'
import { SilenceNote } from '../parts/devices/silence-note.tsx'
import { useChildren } from '../parts/devices/use-children.ts'

const route = 'inverter-detail'

export function InverterDetailPage() {
  const search = usePageSearch(route)
  return (
    <DevicePage
      key={search.deviceId}
      deviceId={search.deviceId}
      kind="inverter"
      part={search.part}
      onPart={(part) => setPageSearch(route, search, { part })}
      toOther={(deviceId, part) => pathTo(route, { ...search, deviceId, part })}
      renderHead={(detail, line) => (
        <>
          <SilenceNote detail={detail} />
          <PowerCard detail={detail}>
            <PeersLine detail={detail} />
            {line}
          </PowerCard>
        </>
      )}
      renderParts={(detail) => [
        {
          value: 'now',
          content: (
            <>
              <EnergyCard detail={detail} />
              <InverterReadings detail={detail} />
            </>
          ),
        },
        {
          value: 'curve',
          content: (
            <>
              <HistoryCard
                detail={detail}
                search={search}
                onChange={(change) => setPageSearch(route, search, change)}
              />
              <PeersCard detail={detail} />
            </>
          ),
        },
        {
          value: 'strings',
          content: (
            <>
              <CompareStrings
                stationId={detail.station.id}
                inverterId={detail.device.id}
                stopped={detail.device.state === 'shutdown'}
                expected={detail.device.stringCount ?? detail.device.mpptCount ?? 0}
              />
              <Strings detail={detail} />
              <LayoutLink detail={detail} />
            </>
          ),
        },
      ]}
      renderSheet={(detail) => <AsideCard aside={detail.aside} timeZone={detail.station.timeZone} />}
    />
  )
}

function Strings({ detail }: { detail: DeviceDetail }) {
  const { children } = useChildren(detail, true)
  return <StringsCard devices={children} />
}
