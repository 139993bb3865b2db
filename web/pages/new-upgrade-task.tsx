import { useTranslations } from 'use-intl'
import { Editing } from '../app/session/rights/editing.tsx'
import { draftKey } from '../app/data/draft-store.ts'
import { useDraft } from '../app/data/use-draft.ts'
import { pathTo, type PageSearch } from '../paths.ts'
import { usePageSearch } from '../app/shell/page-search.ts'
import { Page } from '../kit/page.tsx'
import { SkeletonCard } from '../kit/skeleton.tsx'
import { NewTaskForm } from '../parts/upgrades/new-task-form.tsx'
import { draftFor, type UpgradeDraft } from '../parts/upgrades/upgrade-draft.ts'

const route = 'new-upgrade-task'

/** Package, gateways and mode of a new upgrade. What is chosen survives leaving, reloading and an expired session. */
export function NewUpgradeTaskPage() {
  const t = useTranslations('upgrades.create')
  const search = usePageSearch(route)
  return (
    <Editing route={route} search={search} title={t('title')} back={pathTo('device-upgrade')}>
      {({ id }) => <Drafted key={id} personId={id} search={search} title={t('title')} />}
    </Editing>
  )
}

type DraftedProps = { personId: string; search: PageSearch<typeof route>; title: string }

function Drafted({ personId, search, title }: DraftedProps) {
  const draft = useDraft<UpgradeDraft>(draftKey(personId, 'upgrade'))
  if (draft.found === undefined)
    return (
      <Page title={title} back={pathTo('device-upgrade')}>
        <SkeletonCard kind="rows" rows={3} />
        <SkeletonCard kind="rows" rows={5} />
      </Page>
    )
  return <NewTaskForm start={draftFor(draft.found, search.packageId, search.gatewayId)} draft={draft} />
}
