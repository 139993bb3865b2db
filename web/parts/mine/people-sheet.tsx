import type { Account } from './person-sheet.tsx'
import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePerson } from '../../app/session/session.ts'
import { PagedList } from '../../app/lists/paged-list.tsx'
import { usePages } from '../../app/lists/use-pages.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { Button } from '../../kit/button.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { useNow } from '../../kit/time/now.ts'
import { Row, Rows } from '../../kit/row.tsx'
import { SearchBox } from '../../kit/search-box.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { Tag } from '../states/status-pill.tsx'
import { AddPersonSheet } from './add-person-sheet.tsx'
import { initial } from './me-card.tsx'
import { PersonSheet } from './person-sheet.tsx'
import styles from './mine.module.css'
import { Windowed } from '../../kit/windowed.tsx'

/** People of my company; all for an administrator. */
export function PeopleSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('mine')
  return (
    <Sheet open={open} title={t('people')} onClose={onClose} size="full">
      <People />
    </Sheet>
  )
}

function People() {
  const t = useTranslations('people')
  const ui = useTranslations('ui')
  const people = usePages('GET /api/accounts', {}, (page) => page.accounts)
  const [search, setSearch] = useState('')
  const [adding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
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
                  <PersonRow key={account.id} account={account} onPress={() => setChosen(account.id)} />
                ))
              }
            </Windowed>
          </Rows>
        )}
      </PagedList>
      <AddPersonSheet open={adding} onClose={() => setAdding(false)} />
      <PersonSheet account={all?.find(({ id }) => id === chosen)} onClose={() => setChosen(null)} />
    </>
  )
}

function PersonRow({ account, onPress }: { account: Account; onPress: () => void }) {
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
      onPress={onPress}
    />
  )
}
