import { deviceKinds } from '#domain/devices/kinds.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import type { PageSearch } from '../../paths.ts'
import { Button } from '../../kit/button.tsx'
import { Chips } from '../../kit/chips.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { FilterChips, PeriodChips } from './filter-chips.tsx'
import styles from '../alarms/alarms.module.css'

type Search = PageSearch<'om-page'>
export type AlarmFilters = Pick<Search, 'status' | 'kind' | 'days'>

const lists = ['open', 'unsolved', 'processing', 'closed', 'all'] as const

/** How many filters of the sheet narrow the list. */
export const filtersSet = ({ status, kind, days }: AlarmFilters): number =>
  [status, kind, days].filter((one) => one !== undefined).length

type AlarmFilterSheetProps = {
  present: AlarmFilters
  onDone: (chosen: AlarmFilters) => void
  onClose: () => void
}

/** What the alarms are narrowed by. Nothing changes until it is done. */
export function AlarmFilterSheet({ present, onDone, onClose }: AlarmFilterSheetProps) {
  const t = useTranslations('alarms')
  const words = useKindWords()
  const [{ status, kind, days }, setChosen] = useState(present)
  const choose = (change: Partial<AlarmFilters>): void => setChosen({ status, kind, days, ...change })
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('filter')}
      done={{ label: t('showResults'), onPress: () => onDone({ status, kind, days }) }}
    >
      <div className={styles.filters}>
        <section>
          <h3>{t('status')}</h3>
          <Chips
            wrap
            label={t('status')}
            value={status ?? 'open'}
            onChange={(value) => choose({ status: value === 'open' ? undefined : value })}
            options={lists.map((value) => ({ value, label: t(`list.${value}`) }))}
          />
        </section>
        <FilterChips
          label={t('kindOf')}
          any={t('anyKind')}
          value={kind}
          options={deviceKinds.map((value) => ({ value, label: words.short(value) }))}
          onChange={(value) => choose({ kind: value })}
        />
        <PeriodChips of="alarms" value={days} onChange={(value) => choose({ days: value })} />
        <Button
          kind="plain"
          onClick={() => setChosen({ status: undefined, kind: undefined, days: undefined })}
        >
          {t('reset')}
        </Button>
      </div>
    </Sheet>
  )
}
