import { Allowed } from '../../app/session/allowed.tsx'
import { Columns } from '../../kit/columns.tsx'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import type { Period } from '../../kit/chart/period.ts'
import { HeldLimits } from '../control/held-limits.tsx'
import { ChartCard } from '../stations/chart-card.tsx'
import { KeyFigures } from '../stations/key-figures.tsx'
import { OpenAlarms } from '../alarms/open-alarms.tsx'
import { StationPresence } from '../stations/presence/on-site.tsx'
import { RoofSkeleton } from '../topology/roof/roof-skeleton.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { PowerCard } from '../stations/power-card.tsx'
import type { StationData, StationLive } from '../stations/station-queries.ts'

const OwnUseCard = lazyPart(
  async () => (await import('../stations/own-use-card.tsx')).OwnUseCard,
  () => <SkeletonCard />,
)

const RoofCard = lazyPart(
  async () => {
    const [file] = await Promise.all([
      import('../topology/roof/roof-card.tsx'),
      words.need('roof', 'topology'),
    ])
    return file.RoofCard
  },
  () => <RoofSkeleton />,
)

/** Before its first device a station has nothing to show. */
const hasRoof = ({ devices }: StationLive): boolean =>
  devices.inverter.total + devices.optimizer.total + devices.shutdown.total > 0

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
        {hasRoof(live) && (
          <Allowed permission="device:device:view">
            <RoofCard stationId={station.id} />
          </Allowed>
        )}
        {/* An older answer that this phone has kept does not know. */}
        <Allowed permission="device:device:view">
          <HeldLimits stationId={station.id} timeZone={station.timeZone} isLimited={Boolean(live.limited)} />
        </Allowed>
        <StationPresence stationId={station.id} timeZone={station.timeZone} place="head" />
        <OpenAlarms stationId={station.id} />
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
