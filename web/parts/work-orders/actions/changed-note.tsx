import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { classes } from '../../../kit/classes.ts'
import { statusTone } from '../../states/status-pill.tsx'
import type { OpenAction, Order } from '../use-orders.ts'
import styles from '../order.module.css'

/** The action is open to nobody any more, or not to this person: says how the order stands; what was typed stays. */
export function ChangedNote({ order, action }: { order: Order; action: OpenAction }) {
  const t = useTranslations('order')
  const status = useTranslations('orders.status')
  if (order.actions.some(({ no }) => no === action.no)) return null
  return (
    <div className={classes(styles.warning, statusTone('curtailed'))} role="alert">
      <TriangleAlert size={18} aria-hidden />
      <p>
        <b>{t('changed')}</b>
        {t('changedText', { status: status(order.status) })}
      </p>
    </div>
  )
}
