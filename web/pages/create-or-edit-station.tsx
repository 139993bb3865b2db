import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Editing } from '../app/session/rights/editing.tsx'
import type { Person } from '../app/session/user-info.ts'
import { serverNow } from '../kit/time/clock.ts'
import { draftKey } from '../app/data/draft-store.ts'
import { useDraft } from '../app/data/use-draft.ts'
import { pathTo } from '../paths.ts'
import { lazyPage } from '../app/shell/lazy-page.tsx'
import { usePageSearch } from '../app/shell/page-search.ts'
import { ErrorState } from '../app/failure/error-state.tsx'
import { Page } from '../kit/page.tsx'
import { SkeletonCard } from '../kit/skeleton.tsx'
import { useStation, type StationData } from '../parts/stations/station-queries.ts'
import { draftFrom, draftOf, newDraft, type StationDraft } from '../parts/stations/form/station-draft.ts'
import { StationForm } from '../parts/stations/form/station-form.tsx'
import { emptyValues } from '../parts/stations/form/station-values.ts'

const CreatedView = lazyPage(
  'create-or-edit-station',
  async () => (await import('../parts/stations/form/created-view.tsx')).CreatedView,
)

export function CreateOrEditStationPage() {
  const search = usePageSearch('create-or-edit-station')
  const { stationId, created } = search
  const t = useTranslations('editing')
  const title = t(stationId && !created ? 'editTitle' : 'newTitle')
  if (stationId && created) return <CreatedView stationId={stationId} />
  return (
    <Editing route="create-or-edit-station" search={search} title={title} back={pathTo('station-list')}>
      {(person) => {
        const key = `${person.id} ${stationId ?? ''}`
        return stationId ? (
          <EditStation key={key} person={person} stationId={stationId} title={title} />
        ) : (
          <Drafted key={key} person={person} what="new" station={null} title={title} />
        )
      }}
    </Editing>
  )
}

function FormSkeleton({ title }: { title: string }) {
  return (
    <Page title={title} back={pathTo('station-list')}>
      <SkeletonCard kind="rows" rows={2} />
      <SkeletonCard kind="rows" rows={5} />
    </Page>
  )
}

function EditStation({ person, stationId, title }: { person: Person; stationId: string; title: string }) {
  const answer = useStation(stationId)
  if (answer.data)
    return <Drafted person={person} what={stationId} station={answer.data.station} title={title} />
  if (!answer.error) return <FormSkeleton title={title} />
  return (
    <Page title={title} back={pathTo('station-detail', { stationId })}>
      <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
    </Page>
  )
}

const forgetPicture = async (key: string): Promise<void> =>
  (await import('../app/photo/uploads.ts')).uploads.forget(key)

type DraftedProps = { person: Person; what: string; station: StationData | null; title: string }

/** Begins with what was typed earlier, else with the station, else empty. */
function Drafted({ person, what, station, title }: DraftedProps) {
  const key = draftKey(person.id, `station ${what}`)
  const draft = useDraft<StationDraft>(key)
  const [anew, setAnew] = useState(0)
  const untouched = useMemo(
    () => ({ ...emptyValues, companyId: person.company?.id ?? null }),
    [person.company?.id],
  )
  // The form begins once: a station that is read again meanwhile does not change what is typed.
  const [begun, setBegun] = useState<{ anew: number; start: StationDraft; restored: boolean } | null>(null)
  if (draft.found === undefined) return <FormSkeleton title={title} />
  if (begun === null || begun.anew !== anew) {
    const kept = anew === 0 ? draftFrom(draft.found) : null
    const fresh = station ? draftOf(station, serverNow()) : newDraft(untouched, serverNow())
    setBegun({ anew, start: kept ?? fresh, restored: kept !== null })
    return <FormSkeleton title={title} />
  }
  return (
    <StationForm
      key={anew}
      start={begun.start}
      restored={begun.restored}
      untouched={untouched}
      companyName={station?.companyName ?? null}
      ownerAccountName={station?.ownerAccountName ?? null}
      pictureKey={key}
      stored={draft.stored}
      keep={draft.keep}
      flush={draft.flush}
      drop={draft.drop}
      onDiscard={() => {
        void draft.drop()
        void forgetPicture(key)
        setAnew(anew + 1)
      }}
    />
  )
}
