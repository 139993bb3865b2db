import type { Account } from './person-sheet.tsx'
import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePerson } from '../../app/session/session.ts'
import { PagedList } from '../../app/lists/paged-list.tsx'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { Button } from '../../kit/button.tsx'
import type { AppPath } from '../../kit/navigation/app-path.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { useNow } from '../../kit/time/now.ts'
import { Row, Rows } from '../../kit/row.tsx'
import { SearchBox } from '../../kit/search-box.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { Tag } from '../states/status-pill.tsx'
import { AddPersonSheet } from './add-person-sheet.tsx'
import { initial } from './me-card.tsx'
import { PersonSheet } from './person-sheet.tsx'
import { usePeople } from './use-people.ts'
import { pathTo } from '../../paths.ts'
import styles from './mine.module.css'
import { Windowed } from '../../kit/windowed.tsx'

type PeopleSheetProps = {
  open: boolean
  /** Whoever is opened at once. */
  person?: string | undefined
  onClose: () => void
}

/** People of my company; all for an administrator. */
export function PeopleSheet({ open, person, onClose }: PeopleSheetProps) {
  const t = useTranslations('mine')
  return (
    <Sheet open={open} title={t('people')} onClose={onClose} size="full">
      <People first={person} />
    </Sheet>
  )
}

type PeopleProps = {
  /** Whoever is chosen opens beside the list, and not over it. */
  beside?: boolean
  first?: string | undefined
}

export function People({ beside = false, first }: PeopleProps) {
  const t = useTranslations('people')
  const ui = useTranslations('ui')
  const people = usePeople()
  const [search, setSearch] = useState('')
  const [adding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<string | null>(first ?? null)
  const all = people.rows
  const wanted = search.trim().toLowerCase()
  const rows = all?.filter(({ name, account }) => `${name} ${account}`.toLowerCase().includes(wanted))
  return (
    <>
      <div className={styles.top}>
        <Button
          kind="soft"
          wide
          icon={<UserRoundPlus size={18} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t('add')}
        </Button>
        {(all?.length ?? 0) > 8 && <SearchBox value={search} onChange={setSearch} label={t('search')} />}
      </div>
      <PagedList
        list={{ ...people, rows }}
        lines={6}
        inline
        empty={
          <EmptyState
            inline
            title={wanted ? ui('nothingFound', { text: search }) : t('none')}
            {...(!wanted && { text: t('noneText') })}
          />
        }
        more={t('showMore')}
        moreKind="quiet"
      >
        {(found) => (
          <Rows>
            <Windowed items={found} as="div" rowHeight={64}>
              {(piece) =>
                piece.map((account) => (
                  <PersonRow
                    key={account.id}
                    account={account}
                    {...(beside
                      ? { to: pathTo('mine-page', { open: 'people', person: account.id }) }
                      : { onPress: () => setChosen(account.id) })}
                  />
                ))
              }
            </Windowed>
          </Rows>
        )}
      </PagedList>
      {adding && <AddPersonSheet onClose={() => setAdding(false)} />}
      <PersonSheet account={all?.find(({ id }) => id === chosen)} onClose={() => setChosen(null)} />
    </>
  )
}

type PersonRowProps = { account: Account; to?: AppPath; onPress?: () => void }

function PersonRow({ account, ...go }: PersonRowProps) {
  const t = useTranslations('people')
  const roles = useTranslations('mine')
  const format = useFormat()
  const now = useNow()
  const me = usePerson()
  const { id, name, account: login, role, company, disabledAt } = account
  return (
    <Row
      icon={
        <span className={styles.small} aria-hidden>
          {initial(name)}
        </span>
      }
      label={id === me?.id ? `${name} (${t('you')})` : name}
      hint={
        <Dotted
          parts={[
            login,
            disabledAt === null ? company?.name : t('disabledAt', { age: format.age(disabledAt, now) }),
          ]}
        />
      }
      value={<Tag>{disabledAt === null ? roles(`role.${role ?? 'none'}`) : t('disabled')}</Tag>}
      {...go}
    />
  )
}
