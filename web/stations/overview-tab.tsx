import { Allowed } from '../accounts/allowed.tsx'
import { Card } from '../ui/card.tsx'
import type { Period } from '../ui/chart/period.ts'
import { ChartCard } from './chart-card.tsx'
import { KeyFigures } from './key-figures.tsx'
import { OpenAlarms } from './open-alarms.tsx'
import { OnSite } from './presence/on-site.tsx'
import { PowerCard } from './power-card.tsx'
import { TopologyRow } from './topology-row.tsx'
import type { StationData, StationLive } from './station-queries.ts'

type OverviewTabProps = {
  station: StationData
  live: StationLive
  period: Period
  of: string | undefined
  onPeriod: (period: Period, of: string | undefined, how?: 'push' | 'replace') => void
  onDevices: (() => void) | undefined
}

export function OverviewTab({ station, live, period, of, onPeriod, onDevices }: OverviewTabProps) {
  return (
    <>
      <PowerCard station={station} live={live} onDevices={onDevices} />
      <OnSite stationId={station.id} timeZone={station.timeZone} />
      <OpenAlarms stationId={station.id} />
      <Allowed permission="device:device:view">
        <Card flush>
          <TopologyRow stationId={station.id} />
        </Card>
      </Allowed>
      <KeyFigures station={station} live={live} />
      <ChartCard station={station} period={period} of={of} onPeriod={onPeriod} />
    </>
  )
}
