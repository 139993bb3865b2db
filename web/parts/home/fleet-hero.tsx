import { Sunrise } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Covered } from '../../kit/covered.tsx'
import { useCountTo } from '../../kit/count-to.ts'
import { Figure } from '../../kit/figure.tsx'
import { useNow } from '../../kit/time/now.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import hero from '../stations/station-hero.module.css'
import { useSunrise } from '../stations/use-sunrise.ts'
import type { Home } from './home-data.ts'
import { IncomeNow } from './income-now.tsx'
import { IncomeSheet } from './lazy-income.ts'

/** Power now of all stations and what their skies allow; where all stand in the dark, what the day brought. */
export function FleetHero({ home, stale }: { home: Home; stale: boolean }) {
  const { light, totals } = home
  const t = useTranslations('hero')
  const words = useTranslations('home')
  const format = useFormat()
  const now = useNow()
  const sunriseOf = useSunrise()
  const isDark = light.bright === 0
  const measure = isDark ? 'energy' : 'power'
  const [open, setOpen] = useState(false)
  const power = useCountTo(totals.powerW)
  const energy = useCountTo(light.lastDay.wh)
  const { share, compared, nextSunrise } = light
  const sunrise = isDark && nextSunrise && sunriseOf(nextSunrise.at, nextSunrise.timeZone, now)
  // More than is expected says no more than that it is reached.
  const text = (of: number): string => format.text('share', Math.min(1, of))
  return (
    <>
      <Figure
        measure={measure}
        value={isDark ? energy : power}
        size="xl"
        old={stale}
        note={isDark && energy !== null && <Covered share={light.lastDay.coverage} />}
      />
      {!isDark && share !== null && !stale && (
        <p className={hero.facts}>
          {compared === light.bright
            ? t('fleetShare', { share: text(share) })
            : t('fleetShareOf', { share: text(share), count: compared })}
        </p>
      )}
      <p className={hero.facts}>
        {!isDark && totals.todayWh !== null && (
          <span>
            {/* Of nearly all is as good as of all here; the card of energy says it to the per cent. */}
            {words('today')} <b>{format.text('energy', totals.todayWh)}</b>{' '}
            {(totals.coverage.today ?? 1) < 0.95 && <Covered share={totals.coverage.today} />}
          </span>
        )}
        <IncomeNow home={home} onMore={() => setOpen(true)} />
        {sunrise && nextSunrise && (
          <span className={hero.sun}>
            <Sunrise size={15} aria-hidden />
            {t('nextSunrise', { time: sunrise.time ?? sunrise.day, station: nextSunrise.station })}
          </span>
        )}
      </p>
      {open && <IncomeSheet home={home} onClose={() => setOpen(false)} />}
    </>
  )
}
