import { ChevronDown, Moon, Sun } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { heroOf } from '#domain/stations/hero.ts'
import { useNow } from '../../kit/time/now.ts'
import type { StationLive } from './station-queries.ts'
import styles from './energy-flow.module.css'

type RestingProps = {
  still: boolean
  live: StationLive
  capacityW: number
  /** The picture of what flows; while nothing does, behind a press. */
  children: ReactNode
}

/** While nothing flows, one quiet line in the place of a picture in which nothing moves. */
export function Resting({ still, live, capacityW, children }: RestingProps) {
  const t = useTranslations('station.flow')
  const [isOpen, setOpen] = useState(false)
  const now = useNow()
  if (!still) return children
  const isDark = heroOf({ ...live, allowedW: live.litW ?? live.expectedW, capacityW }, now) !== 'power'
  // When the sun is back the head of the page says.
  const text = t(isDark ? 'resting' : 'nothing')
  const Mark = isDark ? Moon : Sun
  return (
    <div className={styles.rest}>
      <button
        type="button"
        className={styles.restLine}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Mark size={16} aria-hidden />
        {text}
        <ChevronDown className={styles.more} size={16} aria-hidden />
        <span className="sr-only">{t('show')}</span>
      </button>
      {isOpen && children}
    </div>
  )
}
