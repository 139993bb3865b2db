import { useMemo } from 'react'
import { useData } from '../app/data/query.ts'
import { setPageSearch, usePageSearch } from '../app/shell/page-search.ts'
import { pathTo } from '../paths.ts'
import { AsideCard } from '../parts/devices/aside-card.tsx'
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
import { PeersLine } from '../parts/devices/peers/peers-line.tsx'
import { PowerCard } from '../parts/devices/power-card.tsx'
import { SilenceNote } from '../parts/devices/silence-note.tsx'
import { useChildren } from '../parts/devices/use-children.ts'

const route = 'optimizer-detail'

export function OptimizerDetailPage() {
  const search = usePageSearch(route)
  return (
    <DevicePage
      key={search.deviceId}
      deviceId={search.deviceId}
      kind="optimizer"
      part={search.part}
      onPart={(part) => setPageSearch(route, search, { part })}
      toOther={(deviceId, part) => pathTo(route, { ...search, deviceId, part })}
      renderHead={(detail, line) => (
        <>
          <SilenceNote detail={detail} />
          <PowerCard detail={detail}>
            <PeersLine detail={detail} />
            <PlaceNote device={detail.device} />
            {line}
          </PowerCard>
        </>
      )}
      renderParts={(detail) => [
        {
          value: 'now',
          content: (
            <>
              <OptimizerReadings detail={detail} />
              <EnergyCard detail={detail} />
            </>
          ),
        },
        {
          value: 'strings',
          content: (
            <>
              <Neighbours detail={detail} />
              <LayoutLink detail={detail} />
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
      ]}
      renderSheet={(detail) => <AsideCard aside={detail.aside} timeZone={detail.station.timeZone} />}
    />
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
