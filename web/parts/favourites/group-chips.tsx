import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useData } from '../../app/data/query.ts'
import { lazySheet } from '../../app/failure/lazy-sheet.tsx'
import { Chips } from '../../kit/chips.tsx'
import { Button } from '../../kit/button.tsx'
import styles from './groups.module.css'

const GroupsSheet = lazySheet(async () => (await import('./groups-sheet.tsx')).GroupsSheet)

type GroupChipsProps = { value: string | undefined; onChange: (groupId: string | undefined) => void }

/** One of the groups that this person has named, or all stations; and the way to name one. */
export function GroupChips({ value, onChange }: GroupChipsProps) {
  const t = useTranslations('stations.groups')
  const [naming, setNaming] = useState(false)
  const groups = useData('GET /api/station-groups').data?.groups ?? []
  return (
    <section className={styles.chips}>
      <div className={styles.head}>
        <h3>{t('title')}</h3>
        <Button kind="plain" small onClick={() => setNaming(true)}>
          {t(groups.length > 0 ? 'edit' : 'new')}
        </Button>
      </div>
      {groups.length > 0 && (
        <Chips
          wrap

          label={t('title')}
          value={value ?? 'any'}
          onChange={(chosen) => onChange(chosen === 'any' ? undefined : chosen)}
          options={[
            { value: 'any', label: t('any') },
            ...groups.map(({ id, name, stationIds }) => ({
              value: id,
              label: name,
              count: String(stationIds.length),
            })),
          ]}
        />
      )}
      {naming && (
        <GroupsSheet
          onClose={() => setNaming(false)}
          onGone={(id) => {
            if (id === value) onChange(undefined)
          }}
        />
      )}
    </section>
  )
}
