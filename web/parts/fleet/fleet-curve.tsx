import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { TimeChart } from '../../kit/chart/time-chart.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { knowOffset, wallDay } from '../../kit/words/wall-clock.ts'
import type { Home } from '../home/home-data.ts'
import home from '../home/home.module.css'
import { DayCurve, LeastKnown } from '../home/power-card.tsx'
import { zoneName } from '../home/zone-name.ts'

/** Below this share of all capacity, light that falls on a few says nothing of the fleet. No source: chosen. */
const TELLS_FROM = 0.05
const HEIGHT = 184

/**
 * The day of several stations. Where all go by one clock, their power. Otherwise a sum would have as many humps as there
 * are clocks, and an evening in one place would look like a failure: each moment stands beside what all skies allow then.
 */
export function FleetCurve({ of }: { of: Home }) {
  return of.light.clocks === 1 ? <DayCurve curve={of.curve} only={null} /> : <ShareCurve of={of} />
}

function ShareCurve({ of: { curve, totals, light } }: { of: Home }) {
  const t = useTranslations('board')
  const words = useTranslations('home')
  const format = useFormat()
  const { timeZone, from, to, ts, powerW, expectedW, zone } = curve
  if (zone.utcOffsetMs !== null) knowOffset(timeZone, from, to, zone.utcOffsetMs)
  const series = useMemo(() => {
    const values = powerW.map((power, no) => {
      const allowed = expectedW?.[no] ?? 0
      return power === null || allowed <= totals.capacityW * TELLS_FROM ? null : power / allowed
    })
    return [{ label: t('curveShare'), values, tone: 1 as const, area: true }]
  }, [powerW, expectedW, totals.capacityW, t])
  if (expectedW === null) return null
  const day = format.day(wallDay(from, timeZone), 'weekday')
  return (
    <div className={home.curve}>
      <TimeChart
        title={t('curve', { day })}
        from={from}
        to={to}
        timeZone={timeZone}
        ts={ts}
        series={series}
        measure="share"
        reach={1}
        height={HEIGHT}
      />
      <p className={home.note}>
        {format.sentences([
          t('curveOf', { count: String(light.clocks) }),
          words('curveDay', { day, zone: zoneName(format.language, curve) }),
        ])}
      </p>
      <LeastKnown curve={curve} />
    </div>
  )
}
