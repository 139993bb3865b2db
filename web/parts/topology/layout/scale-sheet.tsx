import { useTranslations } from 'use-intl'
import type { PlanMetric } from '#domain/telemetry/heat.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Segmented } from '../../../kit/segmented.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import type { Scale } from './scale.ts'
import styles from './details.module.css'
import shared from '../topology.module.css'

const limits: Record<PlanMetric, { from: number; to: number; step: number }> = {
  power: { from: 50, to: 800, step: 25 },
  energy: { from: 250, to: 6_000, step: 250 },
  voltage: { from: 10, to: 120, step: 5 },
  temperature: { from: 20, to: 100, step: 5 },
}

type ScaleSheetProps = {
  open: boolean
  metric: PlanMetric
  /** null: as the station gives it. */
  fixed: Scale | null
  own: Scale
  atFirst: Scale
  onChange: (fixed: Scale | null) => void
  onClose: () => void
}

/** Colours by the greatest value of the station, or by one that stays, to compare days and stations. */
export function ScaleSheet({ open, metric, fixed, own, atFirst, onChange, onClose }: ScaleSheetProps) {
  const t = useTranslations('topology')
  const format = useFormat()
  const { from, to, step } = limits[metric]
  const shown = fixed ?? own
  return (
    <Sheet open={open} onClose={onClose} title={t('scale.title')}>
      <div className={styles.scaleSheet}>
        <Segmented
          label={t('scale.title')}
          value={fixed ? 'fixed' : 'own'}
          options={[
            { value: 'own', label: t('scale.own') },
            { value: 'fixed', label: t('scale.fixed') },
          ]}
          onChange={(next) => onChange(next === 'own' ? null : atFirst)}
        />
        <p className={styles.scaleText}>{t(fixed ? 'scale.fixedText' : 'scale.ownText')}</p>
        <label className={styles.most}>
          <span>{t('scale.most')}</span>
          <output>{format.text(metric, shown.most)}</output>
          <input
            type="range"
            className={shared.range}
            min={from}
            max={to}
            step={step}
            value={shown.most}
            disabled={!fixed}
            aria-valuetext={format.text(metric, shown.most)}
            onChange={(event) =>
              onChange({
                least: atFirst.least,
                most: Math.max(atFirst.least + step, Number(event.target.value)),
              })
            }
          />
        </label>
        <p className={styles.scaleText}>{t(`scale.about.${metric}`)}</p>
      </div>
    </Sheet>
  )
}
