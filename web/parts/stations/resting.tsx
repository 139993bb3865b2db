import { ChevronDown, Sun } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { heroOf, isUp } from '#domain/stations/hero.ts'
import { useNow } from '../../kit/time/now.ts'
import type { StationLive } from './station-queries.ts'
import { useSunrise } from './use-sunrise.ts'
import styles from './energy-flow.module.css'

type RestingProps = {
  still: boolean
  live: StationLive
  timeZone: string
  capacityW: number
  /** The picture of what flows; while nothing does, behind a press. */
  children: ReactNode
}

/** While nothing flows, one quiet line in the place of a picture in which nothing moves. */
export function Resting({ still, live, timeZone, capacityW, children }: RestingProps) {
  const t = useTranslations('station.flow')
  const [isOpen, setOpen] = useState(false)
  const now = useNow()
  const sunriseOf = useSunrise()
  if (!still) return children
  const isDark = heroOf({ ...live, allowedW: live.litW ?? live.expectedW, capacityW }, now) !== 'power'
  const next = isDark && !isUp(live, now) ? sunriseOf(live.nextSunriseAt, timeZone, now) : null
  const text = !isDark
    ? t('nothing')
    : next === null
      ? t('resting')
      : next.time === undefined
        ? t('restingUntilDay', { day: next.day })
        : t('restingUntil', { time: next.time })
  return (
    <div className={styles.rest}>
      <button
        type="button"
        className={styles.restLine}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Sun size={16} aria-hidden />
        {text}
        <ChevronDown className={styles.more} size={16} aria-hidden />
        <span className="sr-only">{t('show')}</span>
      </button>
      {isOpen && children}
    </div>
  )
}
