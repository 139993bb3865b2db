import { useTranslations } from 'use-intl'
import type { PageSearch } from '../../paths.ts'
import { Chips } from '../../kit/chips.tsx'

type FilterChipsProps<T extends string> = {
  label: string
  /** What it is called not to filter by this. */
  any: string
  value: T | undefined
  options: readonly { value: T; label: string }[]
  onChange: (value: T | undefined) => void
}

/** One filter of a sheet: any, or one of its values. */
export function FilterChips<T extends string>({ label, any, value, options, onChange }: FilterChipsProps<T>) {
  return (
    <section>
      <h3>{label}</h3>
      <Chips<T | 'any'>
        wrap
        label={label}
        value={value ?? 'any'}
        onChange={(next) => onChange(next === 'any' ? undefined : next)}
        options={[{ value: 'any', label: any }, ...options]}
      />
    </section>
  )
}

type Days = NonNullable<PageSearch<'om-page'>['days']>
const spans = ['7', '30', '365'] as const satisfies readonly Days[]

/** How far back a list reaches. */
export function PeriodChips({
  of,
  ...chips
}: Pick<FilterChipsProps<Days>, 'value' | 'onChange'> & { of: 'alarms' | 'orders' }) {
  const t = useTranslations(of)
  return (
    <FilterChips
      {...chips}
      label={t('period')}
      any={t('anyTime')}
      options={spans.map((value) => ({ value, label: t('days', { days: value }) }))}
    />
  )
}
