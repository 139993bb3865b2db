import { useTranslations } from 'use-intl'
import { LIMIT_LONGEST_S } from '#domain/commands/power-limits.ts'
import { Chips } from '../../kit/chips.tsx'
import { InstantField } from '../../kit/instant-field.tsx'
import { NumberField } from '../../kit/number-field.tsx'
import { Segmented } from '../../kit/segmented.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { wallClock, wallDay } from '../../kit/words/wall-clock.ts'
import styles from './control.module.css'
import { amountOf, choices, isTime, rangeOf, timed, type Choice, type LimitDraft } from './limit-draft.ts'
import type { Preview } from './control-queries.ts'

const names = [...timed, 'own'] as const

type LimitFieldsProps = {
  draft: LimitDraft
  onChange: (draft: LimitDraft) => void
  devices: Preview['devices']
  timeZone: string
  now: number
}

/** How far down, in which unit, and for how long. */
export function LimitFields({ draft, onChange, devices, timeZone, now }: LimitFieldsProps) {
  const t = useTranslations('limits')
  const format = useFormat()
  const { units, minPct, minW, maxW } = rangeOf(devices)
  const set = (change: Partial<LimitDraft>): void => onChange({ ...draft, ...change })
  const rated = devices.length === 1 ? (devices[0]?.ratedW ?? null) : null
  /** The same limit in the other unit, where it is known what it is. */
  const turned = (unit: LimitDraft['unit']): number | null => {
    if (draft.value === null || rated === null || rated <= 0) return null
    return Math.round(unit === 'w' ? (draft.value / 100) * rated : (draft.value / rated) * 100)
  }
  const help =
    draft.unit === 'pct'
      ? t('pctHelp', { min: String(minPct) })
      : minW === null || maxW === null
        ? t('wattsFree')
        : t('wattsHelp', { min: format.number(minW), max: format.number(maxW) })
  const chooseTime = (choice: Choice): void =>
    set({ choice, until: choice === 'own' ? (draft.until ?? now + choices.d1 * 1000) : null })
  return (
    <>
      <div className={styles.effect}>
        {units.length > 1 && (
          <Segmented
            label={t('unit')}
            options={units.map((value) => ({ value, label: value === 'pct' ? '%' : t('watts') }))}
            value={draft.unit}
            onChange={(unit) => set({ unit, value: turned(unit) })}
          />
        )}
        <div className={styles.typed}>
          <NumberField
            label={t('limit')}
            help={rated === null ? help : `${help} · ${t('rated', { power: format.text('power', rated) })}`}
            unit={draft.unit === 'pct' ? '%' : t('watts')}
            decimals={false}
            value={draft.value}
            error={amountOf(draft) === null ? help : undefined}
            onChange={(value) => set({ value })}
          />
        </div>
      </div>
      <div className={styles.effect}>
        <h3 className={styles.chosen}>{t('for')}</h3>
        <Chips
          label={t('for')}
          wrap
          options={names.map((value) => ({ value, label: t(`choice.${value}`) }))}
          value={draft.choice}
          onChange={chooseTime}
        />
        {draft.choice === 'own' && (
          <div className={styles.typed}>
            <InstantField
              label={t('own')}
              help={t('ownHelp')}
              error={isTime(draft, now) ? undefined : t('ownWrong')}
              value={draft.until}
              timeZone={timeZone}
              min={wallDay(now, timeZone)}
              max={wallDay(now + LIMIT_LONGEST_S * 1000, timeZone)}
              startAt={wallDay(now + choices.d1 * 1000, timeZone)}
              startClock={wallClock(now, timeZone)}
              onChange={(until) => set({ until })}
            />
          </div>
        )}
      </div>
    </>
  )
}
