import { SearchX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { setPageSearch, usePageSearch } from '../shell/page-search.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Page } from '../ui/page.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { SkeletonCard } from '../ui/skeleton.tsx'
import { AllWell } from './all-well.tsx'
import { FindingRow } from './finding-row.tsx'
import { foundBy } from './found-by.ts'
import { ReasonChips } from './reason-chips.tsx'
import { Summary } from './summary.tsx'
import { useAttention, type Attention } from './use-attention.ts'
import styles from './om.module.css'

export function OmPage() {
  const t = useTranslations('om')
  const attention = useAttention()
  const { data, checkedAt } = attention
  return (
    <Page title={t('title')} onRefresh={attention.refetch}>
      {data ? (
        data.total === 0 ? (
          <AllWell checkedAt={checkedAt} />
        ) : (
          <Findings attention={data} checkedAt={checkedAt} />
        )
      ) : attention.error ? (
        <ErrorState error={attention.error} onRetry={() => void attention.refetch()} />
      ) : (
        <>
          <SkeletonCard />
          <SkeletonCard kind="rows" rows={6} />
        </>
      )}
    </Page>
  )
}

function Findings({ attention, checkedAt }: { attention: Attention; checkedAt: number }) {
  const t = useTranslations('om')
  const search = usePageSearch('om-page')
  const change = (to: Partial<typeof search>): void => setPageSearch('om-page', search, to)
  const { devices, total } = attention
  const found = foundBy(devices, search)
  return (
    <>
      <Summary attention={attention} checkedAt={checkedAt} />
      <SearchBox
        value={search.search ?? ''}
        label={t('search')}
        onChange={(typed) => change({ search: typed || undefined })}
      />
      <ReasonChips devices={devices} value={search.reason} onChange={(reason) => change({ reason })} />
      {found.length > 0 ? (
        <Card flush>
          <ul className={styles.list}>
            {found.map((finding) => (
              <FindingRow key={finding.id} finding={finding} />
            ))}
          </ul>
        </Card>
      ) : (
        <EmptyState
          icon={<SearchX size={26} aria-hidden />}
          title={t('noneFound')}
          text={t('noneFoundText')}
          action={
            <Button kind="soft" onClick={() => change({ search: undefined, reason: undefined })}>
              {t('showAll')}
            </Button>
          }
        />
      )}
      {total > devices.length && (
        <p className={styles.more}>{t('first', { shown: String(devices.length), total: String(total) })}</p>
      )}
    </>
  )
}
