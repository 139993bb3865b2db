import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Card } from '../../kit/card.tsx'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { ChecklistLine } from './checklist-line.tsx'
import type { Order } from './use-orders.ts'
import styles from './order.module.css'

const ChecklistInHand = lazyPart(
  async () => (await import('./actions/checklist-in-hand.tsx')).ChecklistInHand,
  ({ order }: { order: Order }) => <Coming order={order} />,
)

/**
 * What the type of the order wants to be checked: with the answers of the newest report, or ticked in place by whoever
 * works at it.
 */
export function ChecklistCard({ order }: { order: Order }) {
  const t = useTranslations('order')
  const answered = order.checklist.filter(({ answer }) => answer && (answer.value !== null || answer.file))
  // Whoever opened the order with a signal begins without one.
  const begins = order.actions.some(({ name }) => name === 'accept' || name === 'start')
  useEffect(() => {
    if (begins) void ChecklistInHand.prepare()
  }, [begins])
  if (order.checklist.length === 0) return null
  if (order.actions.some(({ name }) => name === 'complete')) return <ChecklistInHand order={order} />
  return (
    <Card
      title={t('checklist')}
      action={
        <span className={styles.quiet}>
          {t('checklistDone', { done: String(answered.length), all: String(order.checklist.length) })}
        </span>
      }
    >
      <Lines order={order} />
    </Card>
  )
}

/** As large as what is ticked in its place. */
function Coming({ order: { checklist } }: { order: Order }) {
  const t = useTranslations('order')
  return (
    <Card flush title={t('checklist')}>
      <ul className={styles.ticks} aria-busy>
        {checklist.map(({ key }, at) => (
          <li key={key}>
            <span className={styles.tick}>
              <Skeleton shape="circle" width="22px" height="22px" />
              <Skeleton width={`${40 + ((at * 17) % 35)}%`} />
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.ticksFoot}>{t('ticksHelp')}</p>
    </Card>
  )
}

function Lines({ order }: { order: Order }) {
  return (
    <ul className={styles.lines}>
      {order.checklist.map((line) => (
        <li key={line.key}>
          <ChecklistLine
            line={line}
            value={line.answer?.value ?? null}
            picture={line.answer?.file ?? null}
            good={line.answer?.good ?? null}
          />
        </li>
      ))}
    </ul>
  )
}
