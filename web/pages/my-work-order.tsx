import { ChevronRight, ClipboardList, ClipboardPlus } from 'lucide-react'
import { openStatuses } from '#domain/work-orders/order-states.ts'
import { useTranslations } from 'use-intl'
import { useData } from '../app/data/query.ts'
import { Allowed, useAllowed } from '../app/session/allowed.tsx'
import { pathTo } from '../paths.ts'
import { useFormat } from '../kit/words/use-format.ts'
import { setPageSearch, usePageSearch } from '../app/shell/page-search.ts'
import { ButtonLink } from '../kit/button.tsx'
import { Chips } from '../kit/chips.tsx'
import { Card } from '../kit/card.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { navigate } from '../kit/navigation/navigate.ts'
import { IconButton, Page } from '../kit/page.tsx'
import { Go } from '../kit/navigation/go.tsx'
import type { AppPath } from '../kit/navigation/app-path.ts'
import { OrderRow } from '../parts/work-orders/order-row.tsx'
import { OrderList } from '../parts/work-orders/order-list.tsx'
import { useNewOrder } from '../parts/work-orders/use-new-order.ts'
import { useMyOrders, type MineList, type OrderRowData } from '../parts/work-orders/use-orders.ts'
import styles from '../parts/alarms/alarms.module.css'
import { HelpButton } from '../parts/help/help-button.tsx'

const lists = ['accept', 'do', 'review', 'created', 'done'] as const satisfies readonly MineList[]

type Counts = Readonly<Record<Exclude<MineList, 'done'>, number>>

/** What waits for me first: what is to be done, else what is to be accepted or looked at. */
const firstOf = (counts: Counts | undefined, shown: readonly MineList[]): MineList =>
  (['do', 'accept', 'review'] as const).find(
    (one) => counts !== undefined && counts[one] > 0 && shown.includes(one),
  ) ?? 'do'

/** My orders: to accept, to do, to review, made by me, done; with how many there are. */
export function MyWorkOrderPage() {
  const t = useTranslations('orders')
  const create = useNewOrder()
  const format = useFormat()
  const search = usePageSearch('my-work-order')
  const reviews = useAllowed('om:order:review')
  // Each list tells the counts of all; the one that is asked for is read once.
  const counts = useMyOrders(search.list ?? 'do').pages?.[0]?.mine
  const shown = lists.filter((one) => one !== 'review' || reviews)
  const chosen = search.list ?? firstOf(counts, shown)
  const list = useMyOrders(chosen)
  const answer = list.pages?.[0]
  return (
    <Page
      title={t('mine')}
      back={pathTo('home')}
      whole
      onRefresh={list.refetch}
      actions={
        <>
          <Allowed permission={['om:order:create', 'om:report:create']}>
            <IconButton label={create} onClick={() => navigate.push(pathTo('add-work-order'))}>
              <ClipboardPlus size={22} aria-hidden />
            </IconButton>
          </Allowed>
          <HelpButton of="orders" />
        </>
      }
    >
      <Chips
        label={t('mine')}
        value={chosen}
        onChange={(value) => setPageSearch('my-work-order', search, { list: value })}
        options={shown.map((value) => ({
          value,
          label: t(`list.${value}`),
          ...(value !== 'done' && counts && { count: format.number(counts[value]) }),
        }))}
      />
      <OrderList
        list={list}
        label={t(`list.${chosen}`)}
        empty={
          <EmptyState
            icon={<ClipboardList size={26} aria-hidden />}
            title={t(`noneMine.${chosen}`)}
            text={t(`noneMineText.${chosen}`)}
            {...(chosen === 'created' && {
              action: (
                <Allowed permission={['om:order:create', 'om:report:create']}>
                  <ButtonLink to={pathTo('add-work-order')}>{create}</ButtonLink>
                </Allowed>
              ),
            })}
          />
        }
      />
      {list.rows && list.rows.length < FEW && answer && (
        <>
          {chosen !== 'done' && <RecentlyDone />}
          <OtherOpen mine={list.rows} open={openStatuses.reduce((sum, one) => sum + answer.counts[one], 0)} />
        </>
      )}
    </Page>
  )
}

/** Fewer than these leave room for what else one may look for here. */
const FEW = 3
const shownMost = 5

/** What was done last, where little is left to do. */
function RecentlyDone() {
  const t = useTranslations('orders')
  const done = useMyOrders('done').rows ?? []
  if (done.length === 0) return null
  return (
    <OrdersCard
      title={t('list.done')}
      orders={done.slice(0, FEW)}
      {...(done.length > FEW && { all: pathTo('my-work-order', { list: 'done' }) })}
    />
  )
}

/** Open orders that are not in the list above: the first of them, and the way to all. */
function OtherOpen({ mine, open }: { mine: readonly OrderRowData[]; open: number }) {
  const t = useTranslations('orders')
  const format = useFormat()
  const { data } = useData('GET /api/orders', { query: { status: 'open', limit: shownMost + FEW } })
  const listed = new Set(mine.map(({ id }) => id))
  const others = (data?.orders ?? []).filter(({ id }) => !listed.has(id)).slice(0, shownMost)
  if (others.length === 0) return null
  return (
    <OrdersCard
      title={t('otherOpen')}
      orders={others}
      all={pathTo('om-page', { tab: 'orders' })}
      count={format.number(open)}
    />
  )
}

type OrdersCardProps = { title: string; orders: readonly OrderRowData[]; all?: AppPath; count?: string }

function OrdersCard({ title, orders, all, count }: OrdersCardProps) {
  const t = useTranslations('orders')
  return (
    <Card
      flush
      title={title}
      {...(all && {
        action: (
          <Go to={all} className="word">
            {t('allOrders')} {count}
            <ChevronRight size={16} aria-hidden />
          </Go>
        ),
      })}
    >
      <ul className={styles.list} aria-label={title} data-aside>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </ul>
    </Card>
  )
}
