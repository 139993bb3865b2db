import { SlidersHorizontal } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { PlanMetric } from '#domain/telemetry/heat.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import type { Look, Scale } from './scale.ts'
import styles from '../topology.module.css'

const patterns = ['zero', 'asleep', 'stale', 'shutdown', 'never', 'unmeasured', 'empty'] as const

/** From the first colour to the last with its ends, and every pattern that is in the picture. */
export function Legend({
  metric,
  scale,
  looks,
  fixed,
  onScale,
  said,
}: {
  metric: PlanMetric
  scale: Scale
  looks: readonly Look[]
  fixed: boolean
  onScale: () => void
  /** What holds for all of it. */
  said: string | null
}) {
  const t = useTranslations('topology')
  const format = useFormat()
  const counts = new Map<Look, number>()
  for (const look of looks) if (typeof look !== 'number') counts.set(look, (counts.get(look) ?? 0) + 1)
  const [least, top] = [scale.least, scale.most].map((one) => format.mark(metric, one, scale.most))
  const most = format.write(metric, scale.most)
  return (
    <div className={styles.legend}>
      <button type="button" className={styles.scale} onClick={onScale} aria-haspopup="dialog">
        <span className={styles.ends}>{least}</span>
        <span className={styles.ramp} aria-hidden />
        <span className={styles.ends}>
          {top} <small>{t(`per.${metric}`, { unit: most.unit })}</small>
        </span>
        <span className={styles.scaleName}>
          {fixed ? t('scale.fixedShort') : t('scale.ownShort')}
          <SlidersHorizontal size={14} aria-hidden />
        </span>
        <span className="sr-only">{t('scale.change')}</span>
      </button>
      {counts.size > 0 && (
        <ul className={styles.patterns}>
          {patterns.map(
            (one) =>
              counts.has(one) && (
                <li key={one}>
                  <Swatch look={one} />
                  {t(`state.${one}`)}
                  <b>{format.number(counts.get(one) ?? 0)}</b>
                </li>
              ),
          )}
        </ul>
      )}
      {said !== null && <output className={styles.holds}>{said}</output>}
    </div>
  )
}

/** The pattern of a state, as it is in the picture. */
function Swatch({ look }: { look: (typeof patterns)[number] }) {
  return (
    <svg width="14" height="18" viewBox="0 0 14 18" className={styles[`swatch_${look}`]} aria-hidden>
      {look !== 'never' && <rect x="1" y="1" width="12" height="16" fill="none" />}
      {look === 'asleep' && <path d="M4 12h6" />}
      {look === 'stale' && <path d="M1 6l5-5M1 12L12 1M2 17L13 6M8 17l5-5" />}
      {look === 'shutdown' && <path d="M1 1l12 16M13 1L1 17" />}
      {look === 'unmeasured' && <path d="M4 9h6" />}
      {look === 'never' && (
        <path d="M2 3h2M6 3h2M10 3h2M2 7h2M6 7h2M10 7h2M2 11h2M6 11h2M10 11h2M2 15h2M6 15h2M10 15h2" />
      )}
    </svg>
  )
}
