import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { TimeChart } from '../../kit/chart/time-chart.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { phoneZone } from '../../kit/words/wall-clock.ts'
import type { Home } from '../home/home-data.ts'
import home from '../home/home.module.css'
import { DayCurve, LeastKnown } from '../home/power-card.tsx'

/** Below this share of all capacity, light that falls on a few says nothing of the fleet. No source: chosen. */
const TELLS_FROM = 0.01
const HEIGHT = 184

/**
 * Of several stations. Where all go by one clock, the power of the day. Otherwise a sum would have as many humps as there
 * are clocks, and an evening in one place would look like a failure: each moment of the last 24 hours stands beside what
 * all skies allow then, by the clock of whoever looks.
 */
export function FleetCurve({ of }: { of: Home }) {
  return of.curve.span === 'last24h' ? <ShareCurve of={of} /> : <DayCurve curve={of.curve} only={null} />
}

function ShareCurve({ of: { curve, totals, light } }: { of: Home }) {
  const t = useTranslations('board')
  const format = useFormat()
  const { from, to, ts, powerW, expectedW } = curve
  const series = useMemo(() => {
    const values = powerW.map((power, no) => {
      const allowed = expectedW?.[no] ?? 0
      return power === null || allowed <= totals.capacityW * TELLS_FROM ? null : Math.min(1, power / allowed)
    })
    return [{ label: t('curveShare'), values, tone: 1 as const, area: true }]
  }, [powerW, expectedW, totals.capacityW, t])
  if (expectedW === null) return null
  return (
    <div className={home.curve}>
      <TimeChart
        title={t('curve')}
        from={from}
        to={to}
        timeZone={phoneZone()}
        ts={ts}
        series={series}
        measure="share"
        reach={1}
        rolls
        height={HEIGHT}
      />
      <p className={home.note}>
        {format.sentences([t('curveClock'), t('curveOf', { count: String(light.clocks) })])}
      </p>
      <LeastKnown curve={curve} />
    </div>
  )
}
