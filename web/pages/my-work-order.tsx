import { ClipboardList, ClipboardPlus } from 'lucide-react'
import { openStatuses } from '#domain/work-orders/order-states.ts'
import { useTranslations } from 'use-intl'
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
import { Row, Rows } from '../kit/row.tsx'
import { OrderLine } from '../parts/work-orders/order-line.tsx'
import { OrderList } from '../parts/work-orders/order-list.tsx'
import { useMyOrders, type MineList } from '../parts/work-orders/use-orders.ts'
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
            <IconButton label={t('new')} onClick={() => navigate.push(pathTo('add-work-order'))}>
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
                  <ButtonLink to={pathTo('add-work-order')}>{t('new')}</ButtonLink>
                </Allowed>
              ),
            })}
          />
        }
      />
      {list.rows && list.rows.length < FEW && answer && (
        <>
          {chosen !== 'done' && <RecentlyDone />}
          <Card flush>
            <Row
              icon={<ClipboardList size={20} aria-hidden />}
              label={t('openOrders')}
              value={format.number(openStatuses.reduce((sum, one) => sum + answer.counts[one], 0))}
              to={pathTo('om-page', { tab: 'orders' })}
            />
          </Card>
        </>
      )}
    </Page>
  )
}

/** Fewer than these leave room for what else one may look for here. */
const FEW = 3

/** What was done last, where little is left to do. */
function RecentlyDone() {
  const t = useTranslations('orders')
  const done = useMyOrders('done').rows ?? []
  if (done.length === 0) return null
  return (
    <Card flush title={t('list.done')}>
      <Rows>
        {done.slice(0, FEW).map((order) => (
          <OrderLine key={order.id} order={order} />
        ))}
        {done.length > FEW && <Row label={t('allOrders')} to={pathTo('my-work-order', { list: 'done' })} />}
      </Rows>
    </Card>
  )
}
