import { useTranslations } from 'use-intl'
import { useAllowed } from '../accounts/allowed.tsx'
import { NotAllowed } from '../accounts/rights/not-allowed.tsx'
import { useSession } from '../accounts/session.ts'
import { draftKey } from '../data/draft-store.ts'
import { useDraft } from '../data/use-draft.ts'
import { pathTo } from '../paths.ts'
import { usePageSearch } from '../shell/page-search.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Page } from '../ui/page.tsx'
import { SkeletonCard } from '../ui/skeleton.tsx'
import { NewTaskForm } from './new-task-form.tsx'
import { draftFor, type UpgradeDraft } from './upgrade-draft.ts'

/** Package, gateways and mode of a new upgrade. What is chosen survives leaving, reloading and an expired session. */
export function NewUpgradeTaskPage() {
  const t = useTranslations('upgrades.create')
  const { packageId, gatewayId } = usePageSearch('new-upgrade-task')
  const session = useSession()
  const person = session.data?.person ?? null
  const key = person && draftKey(person.id, 'upgrade')
  const draft = useDraft<UpgradeDraft>(key)
  const creates = useAllowed('device:upgrade:create')
  if (person && !creates)
    return (
      <Page title={t('title')} back={pathTo('device-upgrade')}>
        <NotAllowed needs="device:upgrade:create" />
      </Page>
    )
  if (key === null || draft.found === undefined)
    return (
      <Page title={t('title')} back={pathTo('device-upgrade')}>
        {session.error && !session.data ? (
          <ErrorState error={session.error} onRetry={() => void session.refetch()} />
        ) : (
          <>
            <SkeletonCard kind="rows" rows={3} />
            <SkeletonCard kind="rows" rows={5} />
          </>
        )}
      </Page>
    )
  return <NewTaskForm key={key} start={draftFor(draft.found, packageId, gatewayId)} draft={draft} />
}
