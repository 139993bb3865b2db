import { attentionReasons } from '#domain/stations/station-kinds.ts'
import { deviceKinds } from '#domain/devices/kinds.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import type { PageSearch } from '../../paths.ts'
import { Button } from '../../kit/button.tsx'
import { Chips } from '../../kit/chips.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { GroupChips } from '../favourites/group-chips.tsx'
import { FilterChips, PeriodChips } from './filter-chips.tsx'
import styles from '../alarms/alarms.module.css'

type Search = PageSearch<'om-page'>
export type AlarmFilters = Pick<Search, 'status' | 'kind' | 'days' | 'reason' | 'groupId'>

const lists = ['open', 'unsolved', 'processing', 'closed', 'all'] as const

/** How many filters of the sheet narrow the list. */
export const filtersSet = ({ status, kind, days, reason, groupId }: AlarmFilters): number =>
  [status, kind, days, reason, groupId].filter((one) => one !== undefined).length

/** Without any of them. */
export const nothingNarrowed = {
  status: undefined,
  kind: undefined,
  days: undefined,
  reason: undefined,
  groupId: undefined,
} as const satisfies Record<keyof AlarmFilters, undefined>

type AlarmFilterSheetProps = {
  present: AlarmFilters
  onDone: (chosen: AlarmFilters) => void
  onClose: () => void
}

/** What the alarms are narrowed by. Nothing changes until it is done. */
export function AlarmFilterSheet({ present, onDone, onClose }: AlarmFilterSheetProps) {
  const t = useTranslations('alarms')
  const words = useKindWords()
  const trouble = useTranslations('troubles')
  const [chosen, setChosen] = useState<AlarmFilters>({
    status: present.status,
    kind: present.kind,
    days: present.days,
    reason: present.reason,
    groupId: present.groupId,
  })
  const { status, kind, days, reason, groupId } = chosen
  const choose = (change: Partial<AlarmFilters>): void => setChosen({ ...chosen, ...change })
  // Alarms one by one have no state of their device.
  const isByDevice = status === undefined && days === undefined
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('filter')}
      done={{
        label: t('showResults'),
        onPress: () => onDone(isByDevice ? chosen : { ...chosen, reason: undefined }),
      }}
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
        {isByDevice && (
          <FilterChips
            label={trouble('reasonOf')}
            any={trouble('anyReason')}
            value={reason}
            options={attentionReasons.map((value) => ({ value, label: trouble(value) }))}
            onChange={(value) => choose({ reason: value })}
          />
        )}
        <GroupChips value={groupId} onChange={(value) => choose({ groupId: value })} />
        <FilterChips
          label={t('kindOf')}
          any={t('anyKind')}
          value={kind}
          options={deviceKinds.map((value) => ({ value, label: words.short(value) }))}
          onChange={(value) => choose({ kind: value })}
        />
        <PeriodChips of="alarms" value={days} onChange={(value) => choose({ days: value })} />
        <Button kind="plain" onClick={() => setChosen(nothingNarrowed)}>
          {t('reset')}
        </Button>
      </div>
    </Sheet>
  )
}
