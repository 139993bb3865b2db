import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Editing } from '../app/session/rights/editing.tsx'
import { draftKey } from '../app/data/draft-store.ts'
import { useDraft } from '../app/data/use-draft.ts'
import { pathTo } from '../paths.ts'
import { usePageSearch } from '../app/shell/page-search.ts'
import { ButtonLink } from '../kit/button.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorState } from '../app/failure/error-state.tsx'
import { Page } from '../kit/page.tsx'
import { SkeletonCard } from '../kit/skeleton.tsx'
import { useArray } from '../parts/arrays/use-array.ts'
import { NoInverter } from '../parts/arrays/strings/no-inverter.tsx'
import { StringFormPage } from '../parts/arrays/strings/string-form-page.tsx'
import { draftOf, newString, type StringDraft } from '../parts/arrays/strings/string-values.ts'

/** The form of a string, new or present; what was typed and not saved is found again. */
export function AddGroupDevicePage() {
  const t = useTranslations('arrays')
  const search = usePageSearch('add-group-device')
  const { stationId, stringId } = search
  return (
    <Editing
      route="add-group-device"
      search={search}
      title={t(stringId === undefined ? 'form.add' : 'form.edit')}
      back={pathTo('group-device-list', { stationId })}
    >
      {({ id }) => <AddGroupDevice key={`${stationId} ${stringId ?? ''}`} personId={id} />}
    </Editing>
  )
}

function AddGroupDevice({ personId }: { personId: string }) {
  const t = useTranslations('arrays')
  const { stationId, stringId, inverterId } = usePageSearch('add-group-device')
  const array = useArray(stationId)
  const { found, keep, flush, drop } = useDraft<StringDraft>(
    stationId ? draftKey(personId, `string ${stationId} ${stringId ?? 'new'}`) : null,
  )
  const [round, setRound] = useState(0)
  const { site, inverters, error, refetch } = array
  const back = pathTo('group-device-list', { stationId })
  const title = t(stringId === undefined ? 'form.add' : 'form.edit')
  const string = site?.strings.find(({ id }) => id === stringId)
  if (site && found !== undefined && inverters.length > 0 && (string || stringId === undefined)) {
    const fresh = string
      ? draftOf(
          string,
          site.inString(string.id).map(({ id }) => id),
        )
      : newString(site.strings, inverterId ?? (inverters.length === 1 ? (inverters[0]?.id ?? null) : null))
    const kept = found?.v === 1 && round === 0 ? found : null
    return (
      <StringFormPage
        key={round}
        title={title}
        back={back}
        stationId={stationId}
        array={{ ...array, site }}
        start={kept ?? fresh}
        restored={kept !== null}
        keep={keep}
        flush={flush}
        drop={drop}
        onDiscard={() => {
          void drop()
          setRound(round + 1)
        }}
      />
    )
  }
  return (
    <Page title={title} back={back}>
      {error && !site ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : site && inverters.length === 0 ? (
        <NoInverter stationId={stationId} />
      ) : site && stringId !== undefined && !string ? (
        <EmptyState title={t('form.gone')} action={<ButtonLink to={back}>{t('form.others')}</ButtonLink>} />
      ) : (
        <>
          <SkeletonCard kind="rows" rows={5} />
          <SkeletonCard kind="rows" rows={1} />
        </>
      )}
    </Page>
  )
}
