import { Sunrise } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { equivalentHours } from '#domain/stations/capacity.ts'
import { heroOf, isUp, shareOfLight } from '#domain/stations/hero.ts'
import { useCountTo } from '../../kit/count-to.ts'
import { Covered } from '../../kit/covered.tsx'
import { Figure } from '../../kit/figure.tsx'
import { useNow } from '../../kit/time/now.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import type { StationLive } from './station-queries.ts'
import { useMissing } from './use-missing.tsx'
import { useSunrise } from './use-sunrise.ts'
import styles from './station-hero.module.css'

type StationHeroProps = {
  live: StationLive
  timeZone: string
  capacityW: number
  /** The power is no longer that of now. */
  old: boolean
  /** What the day brought may be more by now: nothing is heard. */
  silent: boolean
}

/** What a station says first: its power by day, what the day brought after sunset, the day before until sunrise. */
export function StationHero({ live, timeZone, capacityW, old, silent }: StationHeroProps) {
  const t = useTranslations('hero')
  const format = useFormat()
  const now = useNow()
  const sunriseOf = useSunrise()
  const { mark, sheet } = useMissing()
  const { powerW, expectedW, litW, todayWh, yesterdayWh, income } = live
  const allowedW = litW ?? expectedW
  const hero = heroOf({ ...live, allowedW, capacityW }, now)
  const byDay = hero === 'power'
  const before = hero === 'yesterday'
  const [wh, coverage] = before ? [yesterdayWh, live.yesterdayCoverage] : [todayWh, live.coverage.today]
  const power = useCountTo(powerW)
  const energy = useCountTo(wh)
  if (byDay) {
    const share = old ? null : shareOfLight({ powerW, allowedW, capacityW })
    return (
      <>
        <Figure label={t('power')} measure="power" value={power} size="xl" old={old} />
        {share !== null && (
          <p className={styles.facts}>
            {t(litW === null ? 'ofClearSky' : 'ofLight', {
              // More than an estimate says no more than that it is reached.
              share: format.text('share', Math.min(1, share)),
              allowed: format.text('power', allowedW),
            })}
          </p>
        )}
      </>
    )
  }
  const missing = { stationId: live.stationId, period: 'day' } as const
  const money = income && (before ? income.yesterday : income.today)
  const hours = equivalentHours(wh, capacityW, coverage)
  const risen = isUp(live, now)
  const sunrise = sunriseOf(risen ? live.sunriseAt : live.nextSunriseAt, timeZone, now)
  return (
    <>
      <Figure
        label={t(hero)}
        measure="energy"
        value={energy}
        size="xl"
        old={silent}
        note={wh !== null && (before ? <Covered share={coverage} /> : mark(coverage, missing))}
      />
      <p className={styles.facts}>
        {income && money !== null && wh !== null && <b>{format.money(money, income.currency)}</b>}
        {hours !== null && <span>{t('hours', { hours: format.text('hours', hours) })}</span>}
        {sunrise !== null && (
          <span className={styles.sun}>
            <Sunrise size={15} aria-hidden />
            {sunrise.time === undefined
              ? t('sunBack', { day: sunrise.day })
              : t('sunrise', { time: sunrise.time, tomorrow: String(sunrise.tomorrow) })}
          </span>
        )}
      </p>
      {sheet}
    </>
  )
}
