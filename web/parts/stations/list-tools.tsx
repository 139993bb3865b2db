import { ArrowDownWideNarrow, SlidersHorizontal } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { stationSorts } from '#domain/stations/station-kinds.ts'
import { SearchBox } from '../../kit/search-box.tsx'
import { SelectSheet } from '../../kit/select-field.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { filtersInUse, type ListSearch } from './list-filter.ts'
import styles from './station-list.module.css'

type ListToolsProps = {
  typed: string
  onType: (text: string) => void
  present: ListSearch
  onFilter: (chosen: ListSearch) => void
  /** Stands at the end. */
  children?: ReactNode
}

/** The line to search by and the filter beside it. */
export function ListTools({ typed, onType, present, onFilter, children }: ListToolsProps) {
  const t = useTranslations('stations')
  const [open, setOpen] = useState(false)
  const count = filtersInUse(present)
  return (
    <div className={styles.tools}>
      <SearchBox value={typed} onChange={onType} label={t('searchLabel')} />
      <button
        type="button"
        className={styles.filter}
        aria-haspopup="dialog"
        aria-label={count > 0 ? t('filterOn', { count: String(count) }) : t('filter')}
        onClick={() => setOpen(true)}
      >
        <SlidersHorizontal size={20} aria-hidden />
        {count > 0 && (
          <span className={styles.badge} aria-hidden>
            {count}
          </span>
        )}
      </button>
      {children}
      <FilterSheet open={open} present={present} onDone={onFilter} onClose={() => setOpen(false)} />
    </div>
  )
}

type Sort = NonNullable<ListSearch['sort']>

type ListLineProps = {
  total: number
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
  /** Stands before the order. */
  children: ReactNode
}

/** How many, and in which order. */
export function ListLine({ total, sort, onSort, children }: ListLineProps) {
  const t = useTranslations('stations')
  const [open, setOpen] = useState(false)
  const present = sort ?? 'worst'
  return (
    <>
      <div className={styles.line}>
        <output>{t('count', { count: total })}</output>
        {children}
        <button
          type="button"
          className={styles.sort}
          aria-haspopup="dialog"
          aria-label={`${t('sort')}: ${t(`sortBy.${present}`)}`}
          onClick={() => setOpen(true)}
        >
          {t(`sortBy.${present}`)}
          <ArrowDownWideNarrow size={16} aria-hidden />
        </button>
      </div>
      <SelectSheet
        open={open}
        title={t('sort')}
        value={present}
        options={stationSorts.map((value) => ({ value, label: t(`sortBy.${value}`) }))}
        onChange={(value) => onSort(value === 'worst' ? undefined : value)}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
