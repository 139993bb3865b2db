import { numberMetrics, metrics } from '#domain/telemetry/metrics.ts'
import { Figures } from '../../../kit/figures.tsx'
import type { DeviceDetail } from '../device-facts.ts'
import { OtherMetrics } from '../metric-figure.tsx'
import { PhasesTable } from '../phases-table.tsx'
import { ReadingsCard } from '../readings-card.tsx'
import { StringsTable } from '../strings-table.tsx'
import { mainFigure } from './main-figure.ts'

/** A battery has one voltage and one current, which are named by side elsewhere. */
const oneSided = { inputV: 'voltage', inputA: 'current' } as const

/** All that a device measures beyond what stands at the head of its page; nothing where that is all. */
export function PlainReadings({ detail }: { detail: DeviceDetail }) {
  const { device, latest } = detail
  const main = mainFigure(device.kind, latest)
  // Power is said at the head, in words at least, of whatever has it.
  const besides = [...(main?.views ?? []), ...(main ? (['powerW'] as const) : [])]
  const isMore =
    latest !== null &&
    (latest.flags !== 0 ||
      latest.phaseV !== null ||
      latest.phaseA !== null ||
      (latest.strings?.length ?? 0) > 0 ||
      numberMetrics.some((name) => {
        const { view } = metrics[name]
        return latest[view] !== null && !besides.some((one) => one === view)
      }))
  if (latest !== null && !isMore) return null
  return (
    <ReadingsCard detail={detail}>
      {(reading, old) => (
        <>
          <Figures>
            <OtherMetrics
              besides={besides}
              reading={reading}
              old={old}
              {...(device.kind === 'battery' && { names: oneSided })}
            />
          </Figures>
          <PhasesTable reading={reading} old={old} />
          <StringsTable reading={reading} old={old} />
        </>
      )}
    </ReadingsCard>
  )
}
