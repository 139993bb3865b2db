import type { ReactNode } from 'react'
import type { ButtonKind } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { MoreButton } from '../../kit/more-button.tsx'
import { Waiting } from '../failure/waiting.tsx'
import type { Listed } from './use-pages.ts'
import styles from './paged-list.module.css'

type PagedListProps<Row> = {
  list: Listed<Row>
  /** Lines of the skeleton. */
  lines?: number
  /** Why it did not come stands inside a card or a sheet instead of alone on a page. */
  inline?: boolean
  /** The rows, of a `ul`, fill a card, which is not there without them; in a wide pane each has one of its own. */
  card?: boolean
  /** Of that card. */
  title?: string
  /** In the place of the rows where there are none: nothing at all, or nothing that fits. */
  empty: ReactNode
  /** What reading the next page is called. */
  more: string
  moreKind?: ButtonKind
  children: (rows: readonly Row[]) => ReactNode
}

/** A list in each of its states: waiting, failed, empty, there, and there with more to come. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { list, lines, inline = false, card = false, title, empty, more, moreKind, children } = props
  const { rows } = list
  if (!rows) return <Waiting of={list} inline={inline} {...(lines !== undefined && { rows: lines })} />
  const there = (
    <>
      {rows.length === 0 ? empty : children(rows)}
      <MoreButton more={list.more} label={more} inCard={card} {...(moreKind && { kind: moreKind })} />
    </>
  )
  return card && rows.length > 0 ? (
    <Card flush title={title} className={styles.card}>
      {there}
    </Card>
  ) : (
    there
  )
}
