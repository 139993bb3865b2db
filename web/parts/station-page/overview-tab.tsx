import { Allowed } from '../../app/session/allowed.tsx'
import { Card } from '../../kit/card.tsx'
import { Columns } from '../../kit/columns.tsx'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import type { Period } from '../../kit/chart/period.ts'
import { HeldLimits } from '../control/held-limits.tsx'
import { ChartCard } from '../stations/chart-card.tsx'
import { KeyFigures } from '../stations/key-figures.tsx'
import { OpenAlarms } from '../alarms/open-alarms.tsx'
import { StationPresence } from '../stations/presence/on-site.tsx'
import { PowerCard } from '../stations/power-card.tsx'
import { TopologyRow } from '../stations/topology-row.tsx'
import type { StationData, StationLive } from '../stations/station-queries.ts'

const OwnUseCard = lazyPart(
  async () => (await import('../stations/own-use-card.tsx')).OwnUseCard,
  () => <SkeletonCard />,
)

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
    <Columns>
      <>
        <PowerCard station={station} live={live} onDevices={onDevices} />
        {/* An older answer that this phone has kept does not know. */}
        <Allowed permission="device:device:view">
          <HeldLimits stationId={station.id} timeZone={station.timeZone} isLimited={Boolean(live.limited)} />
        </Allowed>
        <StationPresence stationId={station.id} timeZone={station.timeZone} place="head" />
        <OpenAlarms stationId={station.id} />
        <Allowed permission="device:device:view">
          <Card flush>
            <TopologyRow stationId={station.id} />
          </Card>
        </Allowed>
      </>
      <>
        <KeyFigures station={station} live={live} />
        <ChartCard
          station={station}
          live={live}
          period={period}
          of={of}
          metered={live.balance?.grid != null}
          onPeriod={onPeriod}
        />
        {live.balance && <OwnUseCard station={station} period={period} of={of} />}
        <StationPresence stationId={station.id} timeZone={station.timeZone} place="foot" />
      </>
    </Columns>
  )
}
