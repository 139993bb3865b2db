import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Allowed, useAllowed } from '../app/session/allowed.tsx'
import { refresh } from '../app/data/query.ts'
import { useWide } from '../app/shell/width.ts'
import { setPageSearch, usePageSearch } from '../app/shell/page-search.ts'
import { Page } from '../kit/page.tsx'
import { SearchBox } from '../kit/search-box.tsx'
import { Tabs } from '../kit/tabs.tsx'
import { AlarmFilterSheet } from '../parts/om/alarm-filter-sheet.tsx'
import { AlarmsPart } from '../parts/om/alarms-part.tsx'
import { OrderTools, OrdersPart } from '../parts/om/orders-part.tsx'
import { ToDoPart } from '../parts/om/to-do-part.tsx'
import { HelpButton } from '../parts/help/help-button.tsx'

const tabs = ['alarms', 'orders'] as const

/** What is wrong and who has it, a device a row; on a tab of their own the work orders. */
export function OmPage() {
  const t = useTranslations('om')
  const troubles = useTranslations('troubles')
  const orders = useTranslations('orders')
  const search = usePageSearch('om-page')
  const change = (to: Partial<typeof search>): void => setPageSearch('om-page', search, to)
  const seesOrders = useAllowed('om:order:view')
  const tab = seesOrders && search.tab === 'orders' ? 'orders' : 'alarms'
  const [filtering, setFiltering] = useState(false)
  const wide = useWide()
  const tools = <OrderTools onFilter={() => setFiltering(true)} />
  const inside =
    tab === 'orders' ? (
      <OrdersPart search={search} change={change} filtering={filtering} onFilter={setFiltering} />
    ) : (
      <TroubleTab />
    )
  return (
    <Page
      title={t('title')}
      whole
      actions={
        <>
          {tab === 'orders' && wide && tools}
          <HelpButton of={tab === 'orders' ? 'orders' : 'alarms'} />
        </>
      }
      onRefresh={async () =>
        tab === 'orders'
          ? refresh('GET /api/orders')
          : refresh('GET /api/troubles', 'GET /api/alarms', 'GET /api/home')
      }
    >
      <SearchBox
        value={search.search ?? ''}
        label={tab === 'orders' ? orders('search') : troubles('search')}
        onChange={(typed) => change({ search: typed || undefined })}
      />
      {seesOrders ? (
        <Tabs
          label={orders('tabs')}
          items={tabs.map((value) => ({ value, label: orders(`${value}Tab`) }))}
          value={tab}
          onChange={(value) => change({ tab: value === 'alarms' ? undefined : value })}
          {...(tab === 'orders' && !wide && { end: tools })}
        >
          {inside}
        </Tabs>
      ) : (
        inside
      )}
    </Page>
  )
}

/** What is open stands by device; alarms of another status or time one by one. */
function TroubleTab() {
  const search = usePageSearch('om-page')
  const change = (to: Partial<typeof search>): void => setPageSearch('om-page', search, to)
  const [filtering, setFiltering] = useState(false)
  const isByDevice = search.status === undefined && search.days === undefined
  const list = { search, change, onFilter: () => setFiltering(true) }
  return (
    <>
      {isByDevice ? (
        <ToDoPart {...list} />
      ) : (
        <Allowed permission="om:alarm:view">
          <AlarmsPart {...list} />
        </Allowed>
      )}
      {filtering && (
        <AlarmFilterSheet
          present={search}
          onClose={() => setFiltering(false)}
          onDone={(filters) => {
            setFiltering(false)
            change(filters)
          }}
        />
      )}
    </>
  )
}
