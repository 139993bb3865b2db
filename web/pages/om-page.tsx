import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Allowed, useAllowed } from '../app/session/allowed.tsx'
import { refresh, useData } from '../app/data/query.ts'
import type { PageSearch } from '../paths.ts'
import { setPageSearch, usePageSearch } from '../app/shell/page-search.ts'
import { useFormat } from '../kit/words/use-format.ts'
import { classes } from '../kit/classes.ts'
import { useNow } from '../kit/time/now.ts'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { NoMatch } from '../kit/no-match.tsx'
import { Page } from '../kit/page.tsx'
import { SearchBox } from '../kit/search-box.tsx'
import { SkeletonCard } from '../kit/skeleton.tsx'
import { Tabs } from '../kit/tabs.tsx'
import { AlarmsPart } from '../parts/om/alarms-part.tsx'
import { AllWell } from '../parts/om/all-well.tsx'
import { FindingRow } from '../parts/om/finding-row.tsx'
import { foundBy } from '../parts/om/found-by.ts'
import { OrdersPart } from '../parts/om/orders-part.tsx'
import { ReasonChips } from '../parts/om/reason-chips.tsx'
import { Summary } from '../parts/om/summary.tsx'
import { LimitedCard, SwitchedOffCard } from '../parts/om/switched-off-card.tsx'
import { useAttention, type Attention } from '../parts/om/use-attention.ts'
import styles from '../parts/om/om.module.css'
import { HelpButton } from '../parts/help/help-button.tsx'
import { Windowed } from '../kit/windowed.tsx'
import { Waiting } from '../app/failure/waiting.tsx'

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
      ) : (
        <Waiting of={attention}>
          <SkeletonCard />
          <SkeletonCard kind="rows" rows={6} />
        </Waiting>
      )}
      {data && <SwitchedOffCard stations={data.switchedOff} />}
      {/* An older answer that this phone has kept does not know. */}
      {data && <LimitedCard stations={data.limited ?? []} />}
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
        <NoMatch
          inline
          title={t('noneFound')}
          text={t('noneFoundText')}
          reset={t('showAll')}
          onReset={() => change({ search: undefined, reason: undefined })}
        />
      )}
      {total > devices.length && (
        <p className={styles.more}>{t('first', { shown: String(devices.length), total: String(total) })}</p>
      )}
    </>
  )
}
