import type { ComponentProps } from 'react'
import { AsideCard } from '../devices/aside-card.tsx'
import { HistoryCard } from '../devices/history/history-card.tsx'
import type { HistorySearch } from '../devices/history/use-history.ts'
import { flowsOf } from '../devices/plain/flow-counters.ts'
import { FlowsCard } from '../devices/plain/flows-card.tsx'
import { HeadCard } from '../devices/plain/head-card.tsx'
import { PlainReadings } from '../devices/plain/plain-readings.tsx'
import { SilenceNote } from '../devices/silence-note.tsx'
import { DevicePage } from './device-page.tsx'

type PlainDevicePageProps = Pick<ComponentProps<typeof DevicePage>, 'part' | 'onPart' | 'toOther'> & {
  deviceId: string
  search: HistorySearch
  onChange: (change: Partial<HistorySearch>) => void
}

/** A device whose kind has no page of its own: how it is, its days, all that it measures, what it is. */
export function PlainDevicePage({ deviceId, search, onChange, ...place }: PlainDevicePageProps) {
  return (
    <DevicePage
      {...place}
      deviceId={deviceId}
      kind={null}
      renderHead={(detail, line) => (
        <>
          <SilenceNote detail={detail} />
          <HeadCard detail={detail}>{line}</HeadCard>
        </>
      )}
      renderParts={(detail) => [
        {
          value: 'now',
          content: (
            <>
              <FlowsCard detail={detail} />
              <PlainReadings detail={detail} />
            </>
          ),
        },
        {
          value: 'curve',
          content: (
            <HistoryCard
              detail={detail}
              search={search}
              onChange={onChange}
              energy={flowsOf(detail).length > 0 ? 'flows' : 'none'}
            />
          ),
        },
      ]}
      renderSheet={(detail) => <AsideCard aside={detail.aside} timeZone={detail.station.timeZone} />}
    />
  )
}
