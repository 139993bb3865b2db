import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Editing } from '../../accounts/rights/editing.tsx'
import { draftKey } from '../../data/draft-store.ts'
import { useDraft } from '../../data/use-draft.ts'
import { pathTo } from '../../paths.ts'
import { usePageSearch } from '../../shell/page-search.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonCard } from '../../ui/skeleton.tsx'
import { useArray } from '../use-array.ts'
import { NoInverter } from './no-inverter.tsx'
import { StringFormPage } from './string-form-page.tsx'
import { draftOf, newString, type StringDraft } from './string-values.ts'

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
