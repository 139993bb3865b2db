import { useTranslations } from 'use-intl'
import { Waiting } from '../../app/failure/waiting.tsx'
import { useOnward } from '../../app/lists/use-pages.ts'
import { Card } from '../../kit/card.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { Page } from '../../kit/page.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { pathTo } from '../../paths.ts'
import { HelpButton } from '../help/help-button.tsx'
import { People } from './people-sheet.tsx'
import { PersonForm } from './person-sheet.tsx'
import { usePeople } from './use-people.ts'
import styles from './mine.module.css'

/** People of the company beside whoever was chosen of them. */
export function PeoplePage() {
  const t = useTranslations('mine')
  const { refetch } = usePeople()
  return (
    <Page
      title={t('people')}
      back={pathTo('mine-page')}
      whole
      onRefresh={refetch}
      actions={<HelpButton of="rights" />}
    >
      <Card flush className={styles.people}>
        <People beside />
      </Card>
    </Page>
  )
}

/** One of them; the pages of the list are read until they are found. */
export function PersonPage({ personId }: { personId: string }) {
  const failure = useTranslations('failure')
  const people = usePeople()
  const person = people.rows?.find(({ id }) => id === personId)
  useOnward(people.query, person === undefined)
  const gone = people.rows !== undefined && !people.query.hasNextPage
  return (
    <Page title={person?.name ?? ''} back={pathTo('mine-page', { open: 'people' })}>
      {person ? (
        <Card flush>
          <PersonForm key={person.id} account={person} />
        </Card>
      ) : gone ? (
        <EmptyState title={failure('notFound')} />
      ) : (
        <Waiting of={people}>
          <SkeletonCard kind="rows" rows={3} />
        </Waiting>
      )}
    </Page>
  )
}
