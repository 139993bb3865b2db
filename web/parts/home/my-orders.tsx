import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../../paths.ts'
import { Card } from '../../kit/card.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import styles from './home.module.css'

/** A card of orders of mine; all of them are one press away. */
export function MyOrders({ title, children }: { title: string; children: ReactNode }) {
  const t = useTranslations('home')
  return (
    <Card
      flush
      title={title}
      action={
        <Go to={pathTo('my-work-order')} className={styles.all}>
          {t('ordersAll')}
          <ChevronRight size={16} aria-hidden />
        </Go>
      }
    >
      <Rows>{children}</Rows>
    </Card>
  )
}

type CountRowProps = { list: 'accept' | 'do' | 'review' | 'created'; count: number }

/** How many of them wait for one thing. */
export function CountRow({ list, count }: CountRowProps) {
  const t = useTranslations('home')
  const format = useFormat()
  return (
    <Row label={t(`ordersTo.${list}`)} value={format.number(count)} to={pathTo('my-work-order', { list })} />
  )
}
