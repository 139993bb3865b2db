import { DataSheet } from '../devices/data-sheet.tsx'
import { DeviceStates } from '../devices/device-states.tsx'
import { HistoryCard } from '../devices/history/history-card.tsx'
import type { HistorySearch } from '../devices/history/use-history.ts'
import { MetricFigure, OtherMetrics } from '../devices/metric-figure.tsx'
import { ReadingsCard } from '../devices/readings-card.tsx'
import { StringsTable } from '../devices/strings-table.tsx'
import { SilenceNote } from '../devices/silence-note.tsx'
import { Card } from '../../kit/card.tsx'
import { Figures } from '../../kit/figures.tsx'
import { DevicePage } from './device-page.tsx'

type PlainDevicePageProps = {
  deviceId: string
  search: HistorySearch
  onChange: (change: Partial<HistorySearch>) => void
}

/** A device whose kind has no page of its own: how it is, all that it measures, its days, what it is. */
export function PlainDevicePage({ deviceId, search, onChange }: PlainDevicePageProps) {
  return (
    <DevicePage deviceId={deviceId} kind={null}>
      {(detail) => (
        <>
          <SilenceNote detail={detail} />
          <Card>
            <DeviceStates detail={detail} />
          </Card>
          <ReadingsCard detail={detail}>
            {(reading, old) => (
              <>
                <Figures>
                  {reading.powerW !== null && <MetricFigure of="powerW" reading={reading} old={old} />}
                  <OtherMetrics besides={[]} reading={reading} old={old} />
                </Figures>
                <StringsTable reading={reading} old={old} />
              </>
            )}
          </ReadingsCard>
          <HistoryCard detail={detail} search={search} onChange={onChange} energy={false} />
          <DataSheet detail={detail} />
        </>
      )}
    </DevicePage>
  )
}
