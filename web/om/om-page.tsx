import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Allowed, useAllowed } from '../accounts/allowed.tsx'
import { refresh, useData } from '../data/query.ts'
import type { PageSearch } from '../paths.ts'
import { setPageSearch, usePageSearch } from '../shell/page-search.ts'
import { useFormat } from '../phrases/use-format.ts'
import { classes } from '../ui/classes.ts'
import { useNow } from '../ui/now.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Page } from '../ui/page.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { SkeletonCard } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { AlarmsPart } from './alarms-part.tsx'
import { AllWell } from './all-well.tsx'
import { FindingRow } from './finding-row.tsx'
import { foundBy } from './found-by.ts'
import { OrdersPart } from './orders-part.tsx'
import { ReasonChips } from './reason-chips.tsx'
import { Summary } from './summary.tsx'
import { SwitchedOffCard } from './switched-off-card.tsx'
import { useAttention, type Attention } from './use-attention.ts'
import styles from './om.module.css'
import { HelpButton } from '../service/help-button.tsx'
import { Windowed } from '../ui/windowed.tsx'

/** Findings that are shown before somebody asks for all. */
const firstFindings = 4

const tabs = ['alarms', 'orders'] as const

/** What needs a look, the alarms, and on a tab of their own the work orders. */
export function OmPage() {
  const t = useTranslations('om')
  const orders = useTranslations('orders')
  const search = usePageSearch('om-page')
  const change = (to: Partial<typeof search>): void => setPageSearch('om-page', search, to)
  const seesOrders = useAllowed('om:order:view')
  const tab = seesOrders && search.tab === 'orders' ? 'orders' : 'alarms'
  const inside = tab === 'orders' ? <OrdersPart search={search} change={change} /> : <AlarmsTab />
  return (
    <Page
      title={t('title')}
      actions={<HelpButton of={tab === 'orders' ? 'orders' : 'alarms'} />}
      onRefresh={async () =>
        tab === 'orders'
          ? refresh('GET /api/orders')
          : refresh('GET /api/attention', 'GET /api/alarms', 'GET /api/home')
      }
    >
      <SearchBox
        value={search.search ?? ''}
        label={tab === 'orders' ? orders('search') : t('search')}
        onChange={(typed) => change({ search: typed || undefined })}
      />
      {seesOrders ? (
        <Tabs
          label={orders('tabs')}
          items={tabs.map((value) => ({ value, label: orders(`${value}Tab`) }))}
          value={tab}
          onChange={(value) => change({ tab: value === 'alarms' ? undefined : value })}
        >
          {inside}
        </Tabs>
      ) : (
        inside
      )}
    </Page>
  )
}

function AlarmsTab() {
  const search = usePageSearch('om-page')
  const change = (to: Partial<typeof search>): void => setPageSearch('om-page', search, to)
  const attention = useAttention()
  const { data, checkedAt } = attention
  const mayView = useAllowed('om:alarm:view')
  const open = useData('GET /api/alarms', { query: { status: 'open', limit: 1 } }, { enabled: mayView })
  // Nothing is called well while an alarm is open, or while that is not known.
  const well = !search.search && (!mayView || open.data?.alarms.length === 0)
  return (
    <>
      {data ? (
        data.total === 0 ? (
          well ? (
            <AllWell checkedAt={checkedAt} />
          ) : (
            <NoFinding checkedAt={checkedAt} />
          )
        ) : (
          <Findings attention={data} checkedAt={checkedAt} search={search} change={change} />
        )
      ) : attention.error ? (
        <ErrorState error={attention.error} onRetry={() => void attention.refetch()} />
      ) : (
        <>
          <SkeletonCard />
          <SkeletonCard kind="rows" rows={6} />
        </>
      )}
      {data && <SwitchedOffCard stations={data.switchedOff} />}
      <Allowed permission="om:alarm:view">
        <AlarmsPart search={search} change={change} />
      </Allowed>
    </>
  )
}

/** No device needs a look, which is not all: there are alarms, or something is searched for. */
function NoFinding({ checkedAt }: { checkedAt: number }) {
  const t = useTranslations('om')
  const format = useFormat()
  return (
    <p className={classes(styles.summary, styles.quiet)}>
      {t('noFinding')} · {t('checked', { age: format.age(checkedAt, useNow()) })}
    </p>
  )
}

type Search = PageSearch<'om-page'>
type FindingsProps = {
  attention: Attention
  checkedAt: number
  search: Search
  change: (to: Partial<Search>) => void
}

function Findings({ attention, checkedAt, search, change }: FindingsProps) {
  const t = useTranslations('om')
  const { devices, total } = attention
  const [all, setAll] = useState(false)
  const found = foundBy(devices, search)
  const narrowed = Boolean(search.search) || search.reason !== undefined
  const shown = all || narrowed ? found : found.slice(0, firstFindings)
  return (
    <>
      <Summary attention={attention} checkedAt={checkedAt} />
      <ReasonChips devices={devices} value={search.reason} onChange={(reason) => change({ reason })} />
      {found.length > 0 ? (
        <Card flush>
          <ul className={styles.list}>
            <Windowed items={shown} as="li" rowHeight={84}>
              {(piece) => piece.map((finding) => <FindingRow key={finding.id} finding={finding} />)}
            </Windowed>
          </ul>
          {shown.length < found.length && (
            <div className={styles.showAll}>
              <Button kind="plain" onClick={() => setAll(true)}>
                {t('showAll')}
              </Button>
            </div>
          )}
        </Card>
      ) : (
        <EmptyState
          inline
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
