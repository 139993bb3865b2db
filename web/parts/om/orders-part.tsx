import { ClipboardList, ClipboardPlus, ListChecks, SlidersHorizontal, UserRound } from 'lucide-react'
import { openStatuses, orderSorts, orderStatuses } from '#domain/work-orders/order-states.ts'
import { useTranslations } from 'use-intl'
import { usePicks } from '../../app/lists/picks.ts'
import { Allowed, useAllowed } from '../../app/session/allowed.tsx'
import { useWide } from '../../app/shell/width.ts'
import { pathTo, type PageSearch } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { navigate } from '../../kit/navigation/navigate.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { ChipMenu } from '../../kit/chip-menu.tsx'
import { Chips, type ChipsProps } from '../../kit/chips.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { NoMatch } from '../../kit/no-match.tsx'
import { IconButton } from '../../kit/page.tsx'
import { TableSwitch } from '../../app/lists/table-switch.tsx'
import { sortOf, useTable } from '../../app/lists/use-table.ts'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { LazyOrdersBar } from '../bulk/lazy-bars.ts'
import { OrderList } from '../work-orders/order-list.tsx'
import { useNewOrder, useNoOrders } from '../work-orders/use-new-order.ts'
import { useOrders, type Orders } from '../work-orders/use-orders.ts'
import { useHandlerChoices } from './handler-choices.ts'
import { OfStation, OnlyChip } from './of-station.tsx'
import { OrderFilterSheet, orderFiltersSet } from './order-filter-sheet.tsx'
import styles from '../alarms/alarms.module.css'

type Search = PageSearch<'om-page'>

const openOf = (counts: Orders['counts']): number => openStatuses.reduce((sum, one) => sum + counts[one], 0)

/** The table is for wide screens alone. */
const OrderTable = lazyPart(
  async () => (await import('../work-orders/order-table.tsx')).OrderTable,
  () => <SkeletonCard kind="rows" rows={6} />,
)

/** A table shows more at once than a list. */
const tablePage = 100

type OrdersPartProps = {
  search: Search
  change: (to: Partial<Search>) => void
  filtering: boolean
  onFilter: (open: boolean) => void
}

/** Beside the tabs on a phone, in the bar on a wide screen. */
export function OrderTools({ onFilter }: { onFilter: () => void }) {
  const t = useTranslations('orders')
  const create = useNewOrder()
  return (
    <>
      <IconButton label={t('mine')} onClick={() => navigate.push(pathTo('my-work-order'))}>
        <UserRound size={20} aria-hidden />
      </IconButton>
      <IconButton label={t('filter')} onClick={onFilter}>
        <SlidersHorizontal size={20} aria-hidden />
      </IconButton>
      <Allowed permission={['om:order:create', 'om:report:create']}>
        <IconButton label={create} onClick={() => navigate.push(pathTo('add-work-order'))}>
          <ClipboardPlus size={20} aria-hidden />
        </IconButton>
      </Allowed>
    </>
  )
}

/** The work orders of all stations, worst first: statuses as chips, the rest in a sheet. */
export function OrdersPart({ search, change, filtering, onFilter }: OrdersPartProps) {
  const t = useTranslations('orders')
  const create = useNewOrder()
  const noneText = useNoOrders()
  const format = useFormat()
  const table = useTable('orders')
  const list = useOrders(search, table.on ? { ...sortOf(table, orderSorts), limit: tablePage } : {})
  const mayPick = useAllowed('om:order:dispatch')
  const picks = usePicks(list)
  const wide = useWide()
  const picking = wide && mayPick
  const first = list.pages?.[0]
  const counts = first?.counts
  const handlers = useHandlerChoices(first, search.handler)
  // At a desk the people stand above the list.
  const { type, priority, days, handler } = search
  const narrowing = [
    type && { key: 'type', label: t(`type.${type}`) },
    priority && { key: 'priority', label: t(`priority.${priority}`) },
    search.overdue && { key: 'overdue', label: t('overdue') },
    days && { key: 'days', label: t('days', { days }) },
    !wide &&
      handler && { key: 'handler', label: handlers.find(({ value }) => value === handler)?.label ?? '…' },
  ].filter((one) => typeof one === 'object')
  const narrowed =
    orderFiltersSet(search) > 0 ||
    search.state !== undefined ||
    search.stationId !== undefined ||
    search.handler !== undefined ||
    search.groupId !== undefined ||
    Boolean(search.search)
  const states: ChipsProps<NonNullable<Search['state']> | 'open'> | undefined = counts && {
    label: t('statusLabel'),
    value: search.state ?? 'open',
    onChange: (value) => change({ state: value === 'open' ? undefined : value }),
    options: [
      { value: 'open', label: t('status.open'), count: format.number(openOf(counts)) },
      ...orderStatuses
        .filter((one) => one === search.state || counts[one] > 0)
        .map((value) => ({ value, label: t(`status.${value}`), count: format.number(counts[value]) })),
      { value: 'all', label: t('status.all') },
    ],
  }
  // Beside an order there is room for what is chosen alone.
  const narrow = wide && !table.on
  return (
    <>
      {states && !narrow && <Chips {...states} />}
      {wide && (
        <div className={styles.titleRow}>
          <div className={styles.menus}>
            {states && narrow && <ChipMenu {...states} />}
            {handlers.length > 0 && (
              <ChipMenu
                label={t('people')}
                value={search.handler ?? 'all'}
                onChange={(chosen) => change({ handler: chosen === 'all' ? undefined : chosen })}
                options={[{ value: 'all', label: t('anybody') }, ...handlers]}
              />
            )}
          </div>
          <span className={styles.tools}>
            <TableSwitch of={table} />
            {picking && (list.rows?.length ?? 0) > 0 && (
              <IconButton
                label={t(picks.on ? 'stop' : 'select')}
                aria-pressed={picks.on}
                data-key="x"
                onClick={picks.begin}
              >
                <ListChecks size={20} aria-hidden />
              </IconButton>
            )}
          </span>
        </div>
      )}
      <OfStation stationId={search.stationId} onClear={() => change({ stationId: undefined })}>
        {narrowing.map(({ key, label }) => (
          <OnlyChip key={key} label={label} onClear={() => change({ [key]: undefined })} />
        ))}
      </OfStation>
      {table.on && list.rows && list.rows.length > 0 ? (
        <OrderTable
          table={table}
          list={list}
          listKey={`orders ${JSON.stringify(search)}`}
          pickOf={picking ? picks.of : undefined}
        />
      ) : (
        <OrderList
          list={list}
          label={t('title')}
          {...(picking && { pickOf: picks.of })}
          empty={
            narrowed ? (
              <NoMatch
                title={t('noneFound')}
                text={t('noneFoundText')}
                reset={t('showAll')}
                onReset={() =>
                  change({
                    state: undefined,
                    type: undefined,
                    priority: undefined,
                    overdue: undefined,
                    days: undefined,
                    stationId: undefined,
                    handler: undefined,
                    groupId: undefined,
                    search: undefined,
                  })
                }
              />
            ) : (
              <Card>
                <EmptyState
                  inline
                  icon={<ClipboardList size={26} aria-hidden />}
                  title={t('none')}
                  text={noneText}
                  action={
                    <Allowed permission={['om:order:create', 'om:report:create']}>
                      <ButtonLink kind="soft" to={pathTo('add-work-order')}>
                        {create}
                      </ButtonLink>
                    </Allowed>
                  }
                />
              </Card>
            )
          }
        />
      )}
      {picking && picks.on && <LazyOrdersBar orders={picks.chosen} onAll={picks.takeAll} onEnd={picks.end} />}
      {filtering && (
        <OrderFilterSheet
          present={search}
          people={wide ? undefined : handlers}
          onClose={() => onFilter(false)}
          onDone={(filters) => {
            onFilter(false)
            change(filters)
          }}
        />
      )}
    </>
  )
}
