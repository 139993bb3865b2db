import { useTranslations } from 'use-intl'
import { useData } from '../../../app/data/query.ts'
import { Waiting } from '../../../app/failure/waiting.tsx'
import { pathTo } from '../../../paths.ts'
import { BarChart } from '../../../kit/chart/bar-chart.tsx'
import { ChartBox } from '../../../kit/chart/chart-box.tsx'
import type { Period } from '../../../kit/chart/period.ts'
import { useBarTable } from '../../../kit/chart/use-bar-table.ts'
import { Covered } from '../../../kit/covered.tsx'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { Figure } from '../../../kit/figure.tsx'
import { Figures } from '../../../kit/figures.tsx'
import { Skeleton } from '../../../kit/skeleton.tsx'
import { nameOf, type DeviceDetail } from '../device-facts.ts'
import history from '../history/history.module.css'
import { besideEachOther } from './beside-each-other.ts'
import { countersOf, flowsOf } from './flow-counters.ts'

type FlowBarsProps = {
  detail: DeviceDetail
  period: Exclude<Period, 'day'>
  /** `YYYY-MM`, `YYYY` or empty. */
  of: string
  when: string
  /** The present day of the station's zone. */
  today: string
  /** The period goes on: it is read again. */
  present: boolean
  onOpen: (key: string) => void
}

const againMs = 60_000

/** What flowed through a meter or battery by days, months or years: both ways beside each other. */
export function FlowBars({ detail, period, of, when, today, present, onOpen }: FlowBarsProps) {
  const t = useTranslations('device')
  const plain = useTranslations('plain')
  const file = useTranslations('chart.file')
  const table = useBarTable()
  const { device, station } = detail
  const known = flowsOf(detail).map(({ counter }) => counter)
  const [first, second] = countersOf(device.kind)
  const params = { deviceId: device.id }
  const again = present ? { refetchInterval: againMs } : {}
  const ask = (counter: typeof first) => ({
    input: { params, query: { period, ...(of && { of }), ...(counter && { counter }) } },
    how: { keep: true, enabled: counter !== undefined && known.includes(counter), ...again },
  })
  const [one, other] = [ask(first), ask(second)]
  const oneRead = useData('GET /api/devices/{deviceId}/energy', one.input, one.how)
  const otherRead = useData('GET /api/devices/{deviceId}/energy', other.input, other.how)
  const reads = [
    ...(one.how.enabled && first ? [{ counter: first, read: oneRead }] : []),
    ...(other.how.enabled && second ? [{ counter: second, read: otherRead }] : []),
  ]
  const missing = reads.find(({ read }) => !read.data)
  if (missing)
    return (
      <Waiting of={missing.read} inline>
        <Skeleton shape="block" height="248px" />
      </Waiting>
    )
  const flows = reads.flatMap(({ counter, read: { data } }) => (data ? [{ counter, bars: data }] : []))
  if (flows.every(({ bars }) => bars.totalWh === null))
    return <EmptyState inline title={t('history.noEnergy')} text={t('history.noEnergyText')} />
  const names = flows.map(({ counter }) => plain(`counter.${counter}`))
  const drawn = besideEachOther(
    flows.map(({ bars }) => bars),
    today,
  )
  const spans = Math.max(...flows.map(({ bars }) => bars.spansTotal))
  return (
    <>
      <Figures>
        {flows.map(({ counter, bars }, no) => (
          <Figure
            key={counter}
            label={names[no]}
            measure="energy"
            value={bars.totalWh}
            note={bars.totalWh !== null && <Covered share={bars.coverage} />}
          />
        ))}
      </Figures>
      <ChartBox
        full={pathTo('fullscreen-chart', {
          stationId: station.id,
          deviceId: device.id,
          period,
          ...(of && { of }),
        })}
        sheet={{
          title: plain('title'),
          place: station.name,
          subject: nameOf(device),
          when,
          of,
          zone: file('zone', { zone: station.timeZone }),
          keys: names.map((label, no) => ({ label, tone: no === 0 ? 1 : 2 })),
          table: () =>
            table(
              names.map((name) => `${name} (Wh)`),
              drawn,
            ),
        }}
      >
        <BarChart
          title={`${plain('title')}, ${when}`}
          bars={drawn}
          measure="energy"
          names={names}
          onOpen={onOpen}
        />
      </ChartBox>
      {spans > 0 && (
        <div className={history.notes}>
          <p>{t('history.spans', { count: spans })}</p>
        </div>
      )}
    </>
  )
}
