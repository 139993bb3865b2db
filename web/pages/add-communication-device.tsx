import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Editing } from '../app/session/rights/editing.tsx'
import type { Person } from '../app/session/user-info.ts'
import { draftKey } from '../app/data/draft-store.ts'
import { useDraft } from '../app/data/use-draft.ts'
import { pathTo } from '../paths.ts'
import { setPageSearch, usePageSearch } from '../app/shell/page-search.ts'
import { lazyPart } from '../kit/lazy-part.tsx'
import { Page } from '../kit/page.tsx'
import { SkeletonCard } from '../kit/skeleton.tsx'
import { AddFormPage } from '../parts/devices/add-gateway/add-form-page.tsx'
import {
  changedWatch,
  gatewayDraftFrom,
  newGatewayDraft,
  withoutWatched,
  type GatewayDraft,
  type Watched,
} from '../parts/devices/add-gateway/gateway-draft.ts'
import { UnfinishedCard } from '../parts/devices/add-gateway/unfinished-card.tsx'
import { WatchPage } from '../parts/devices/add-gateway/watch-page.tsx'
import { WaysList } from '../parts/edges/ways/ways-list.tsx'

const route = 'add-communication-device'
const BuiltInPage = lazyPart(
  async () => (await import('../parts/edges/ways/built-in-page.tsx')).BuiltInPage,
  <Waiting />,
)
const PairingPage = lazyPart(
  async () => (await import('../parts/edges/ways/pairing-page.tsx')).PairingPage,
  <Waiting />,
)

export function AddCommunicationDevicePage() {
  const t = useTranslations('adding')
  const search = usePageSearch(route)
  const { gatewayId } = search
  return (
    <Editing route={route} search={search} title={t('title')} back={pathTo('service-page')}>
      {(person) => (
        <Drafted
          key={`${person.id} ${gatewayId ?? ''} ${search.way ?? ''}`}
          person={person}
          search={search}
        />
      )}
    </Editing>
  )
}

function Waiting() {
  const t = useTranslations('adding')
  return (
    <Page title={t('title')} back={pathTo('service-page')}>
      <SkeletonCard kind="rows" rows={1} />
      <SkeletonCard kind="rows" rows={4} />
    </Page>
  )
}

type Search = ReturnType<typeof usePageSearch<typeof route>>

/** What was typed earlier, for the station of the address if it names one; and the gateways still awaited. */
const begin = (found: GatewayDraft | null, stationId: string | undefined): GatewayDraft => {
  const draft = gatewayDraftFrom(found) ?? newGatewayDraft(stationId ?? null)
  return stationId === undefined ? draft : { ...draft, values: { ...draft.values, stationId } }
}

function Drafted({ person, search }: { person: Person; search: Search }) {
  const { stationId, gatewayId } = search
  const { found, keep, flush } = useDraft<GatewayDraft>(draftKey(person.id, 'gateway'))
  const [changed, setChanged] = useState<GatewayDraft | null>(null)
  const draft = changed ?? (found === undefined ? null : begin(found, stationId))
  const change = useCallback(
    (next: GatewayDraft): void => {
      setChanged(next)
      keep(next)
    },
    [keep],
  )
  const arrived = useCallback((): void => {
    if (draft && gatewayId !== undefined && draft.watched.some((one) => one.gatewayId === gatewayId))
      change(withoutWatched(draft, gatewayId))
  }, [draft, gatewayId, change])
  if (draft === null) return <Waiting />
  if (gatewayId !== undefined)
    return (
      <WatchPage
        gatewayId={gatewayId}
        watched={draft.watched.find((one) => one.gatewayId === gatewayId)}
        onChange={(one: Partial<Watched>) => change(changedWatch(draft, gatewayId, one))}
        onArrived={arrived}
      />
    )
  const at = stationId ?? draft.values.stationId
  if (search.way === 'server' && at !== null) return <BuiltInPage stationId={at} />
  if (search.way === 'site' && at !== null)
    return (
      <PairingPage
        stationId={at}
        replaces={search.replaces ?? null}
        pairingId={search.pairingId ?? null}
        onPairing={(pairingId) => setPageSearch(route, search, { pairingId: pairingId ?? undefined })}
      />
    )
  return (
    <AddFormPage
      start={draft}
      keep={keep}
      flush={flush}
      unfinished={<UnfinishedCard watched={draft.watched} />}
      renderWays={(onStation) => <WaysList stationId={at} onStation={onStation} />}
    />
  )
}
