import { ChartNoAxesColumn } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { curveChoices, curveLines, type DeviceCurve } from '../devices/history/curve-lines.ts'
import { nameOfLine } from '../devices/history/line-name.ts'
import { Card } from '../../kit/card.tsx'
import { TimeChart } from '../../kit/chart/time-chart.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import type { AlarmDetail } from './use-alarms.ts'
import styles from './alarms.module.css'

const tones = [1, 2, 3, 4, 5, 6] as const

/** The readings that show it, with the moment marked. Nothing where no reading can show it (a gateway's clock). */
export function AroundEvent({ detail: { alarm, curve } }: { detail: AlarmDetail }) {
  const t = useTranslations('alarms')
  const format = useFormat()
  const device = useTranslations('device')
  const { timeZone } = alarm.station
  const drawn = useMemo(() => {
    const whole: DeviceCurve = { ...curve, day: '', timeZone, flags: [], hist: [] }
    const choice = curveChoices(whole)[0]
    if (!choice) return null
    const { measure, fit, lines } = curveLines(whole, choice)
    const series = lines.slice(0, tones.length).map((line, no) => ({
      label: nameOfLine(line, lines.length > 1, device),
      values: line.values,
      tone: tones[no] ?? 1,
    }))
    const metrics: ReadonlySet<string> = new Set(lines.map(({ metric }) => metric))
    const limits = curve.thresholds
      .filter(({ metric }) => metrics.has(metric))
      .map(({ side, values }) => ({ label: t(`limit.${side}`), values, tone: 1 as const, limit: true }))
    return { choice, measure, fit, series: [...series, ...limits], limits: limits.length }
  }, [curve, timeZone, device, t])
  const marks = useMemo(
    () => [...new Set([alarm.firstAt, alarm.occurredAt])],
    [alarm.firstAt, alarm.occurredAt],
  )
  if (alarm.device.kind === 'gateway') return null
  return (
    <Card title={t('curve')}>
      {drawn ? (
        <>
          <TimeChart
            title={`${t('curve')}, ${device(`metric.${drawn.choice}`)}`}
            from={curve.from}
            to={curve.to}
            timeZone={timeZone}
            ts={curve.ts}
            series={drawn.series}
            measure={drawn.measure}
            fit={drawn.fit}
            marks={marks}
          />
          <p className={styles.quiet}>
            <Dotted
              parts={[
                device(`metric.${drawn.choice}`),
                format.sentences([
                  t('curveMark'),
                  drawn.limits > 0 && t('curveLimit'),
                  curve.cut && t('curveCut'),
                ]),
              ]}
            />
          </p>
        </>
      ) : (
        <EmptyState
          inline
          icon={<ChartNoAxesColumn size={26} aria-hidden />}
          title={t('noCurve')}
          text={t('noCurveText')}
        />
      )}
    </Card>
  )
}
