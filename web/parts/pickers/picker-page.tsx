import type { PickItem } from './pick-list.tsx'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { AppPath } from '../../kit/navigation/app-path.ts'
import { classes } from '../../kit/classes.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { PagedList } from '../../app/lists/paged-list.tsx'
import type { Listed } from '../../app/lists/use-pages.ts'
import { Page } from '../../kit/page.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { SearchBox } from '../../kit/search-box.tsx'
import type { Picked } from './ask.ts'
import { PickList } from './pick-list.tsx'
import styles from './pickers.module.css'
import { useAsk } from './use-ask.ts'
import { useLooked } from './use-looked.ts'
import { Windowed } from '../../kit/windowed.tsx'

type PickerPageProps = {
  title: string
  /** Of the address: which question this answers, and whether several may be chosen. */
  askId: string | undefined
  many: boolean
  offered: Listed<PickItem>
  search: string
  searchLabel: string
  onSearch: (typed: string) => void
  /** A button at the end of the search line. */
  searchEnd?: ReactNode
  /** Said when there is nothing at all to choose from. */
  empty: ReactNode
  /** Between the search line and the list: filters. */
  children?: ReactNode
  /** What the whole list hangs on. */
  above?: ReactNode
  /** Where a choice leads that no page asked for; null: it is a list to look at. */
  open: ((id: string) => AppPath) | null
  /** What is done with several that no page asked for, instead. */
  start?: {
    label: (count: number) => string
    /** Why it cannot begin with none. */
    none: string
    go: (chosen: readonly Picked[]) => void
  }
  back: AppPath
  /** Below a list to look at: what else can be done. */
  below?: ReactNode
  /** Above those that cannot be chosen, which stand last. */
  blockedTitle?: (count: number) => string
  /** What a row stands for, beside the list where there is room and something to point with. */
  renderPreview?: ((id: string) => ReactNode) | undefined
  /** In the bar. */
  actions?: ReactNode
}

/** Rows that can be chosen before those that cannot. */
const inTwo = (items: readonly PickItem[]) =>
  [false, true]
    .map((blocked) => ({ blocked, items: items.filter((one) => (one.blocked ?? false) === blocked) }))
    .filter((part) => part.items.length > 0)

/** A searchable list to choose one or several from. One: pressing it is the choice. Several: the button below. */
export function PickerPage({ askId, many, back, ...props }: PickerPageProps) {
  const { question, give } = useAsk(askId, back)
  const [chosen, setChosen] = useState<readonly Picked[] | null>(null)
  const t = useTranslations('pickers')
  const { title, offered, search, searchLabel, onSearch, searchEnd, empty, open, start, above } = props
  const { below, children, actions, renderPreview, blockedTitle } = props
  const present = chosen ?? question?.chosen ?? []
  const asked = question !== null
  const begins = asked ? undefined : start
  const several = asked && many
  const looks = useLooked(
    offered.rows && inTwo(offered.rows).flatMap(({ items }) => items),
    renderPreview !== undefined,
  )
  const looked = looks.on ? looks.id : undefined
  return (
    <Page
      title={title}
      back={question?.from ?? back}
      spread={looks.on}
      onRefresh={offered.refetch}
      actions={actions}
      {...(several && {
        footer: (
          <div className={styles.foot}>
            <output>{t('chosen', { count: String(present.length) })}</output>
            <Button disabled={question === undefined} onClick={() => void give(present)}>
              {t('take')}
            </Button>
          </div>
        ),
      })}
      {...(begins && {
        footer: (
          <div className={styles.foot}>
            <output>{present.length === 0 && begins.none}</output>
            <Button disabled={present.length === 0} onClick={() => begins.go(present)}>
              {begins.label(present.length)}
            </Button>
          </div>
        ),
      })}
    >
      <div className={looks.on ? styles.beside : styles.alone}>
        <div className={looks.on ? styles.offered : styles.alone} {...looks.watch}>
          {above}
          <div className={styles.search}>
            <SearchBox value={search} onChange={onSearch} label={searchLabel} end={searchEnd} />
          </div>
          {children}
          <PagedList
            list={offered}
            lines={8}
            empty={
              search.trim() === '' ? empty : <EmptyState title={t('nothingFound', { text: search.trim() })} />
            }
            more={t('more')}
          >
            {(items) =>
              inTwo(items).map((part) => (
                <Card
                  flush
                  key={String(part.blocked)}
                  title={part.blocked && blockedTitle?.(part.items.length)}
                >
                  {asked || begins ? (
                    <PickList
                      label={title}
                      items={part.items}
                      many={many || begins !== undefined}
                      chosen={present}
                      looked={looked}
                      onChoose={(next) => (many || begins ? setChosen(next) : void give(next))}
                    />
                  ) : (
                    <Rows>
                      <Windowed items={part.items} as="div" rowHeight={64}>
                        {(piece) =>
                          piece.map(({ id, name, hint, value, icon }) => (
                            <div key={id} data-item={id} className={classes(id === looked && styles.looked)}>
                              <Row
                                icon={icon}
                                label={name}
                                hint={hint}
                                value={value}
                                {...(open && { to: open(id) })}
                              />
                            </div>
                          ))
                        }
                      </Windowed>
                    </Rows>
                  )}
                </Card>
              ))
            }
          </PagedList>
          {!asked && below}
        </div>
        {looked !== undefined && renderPreview && (
          <aside className={styles.preview} aria-label={t('preview')}>
            {renderPreview(looked)}
          </aside>
        )}
      </div>
    </Page>
  )
}
