import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Editing } from '../app/session/rights/editing.tsx'
import type { Person } from '../app/session/user-info.ts'
import { draftKey } from '../app/data/draft-store.ts'
import { useDraft } from '../app/data/use-draft.ts'
import { pathTo } from '../paths.ts'
import { usePageSearch } from '../app/shell/page-search.ts'
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
import { WatchPage } from '../parts/devices/add-gateway/watch-page.tsx'

export function AddCommunicationDevicePage() {
  const t = useTranslations('adding')
  const search = usePageSearch('add-communication-device')
  const { stationId, gatewayId } = search
  return (
    <Editing
      route="add-communication-device"
      search={search}
      title={t('title')}
      back={pathTo('service-page')}
      refusal={t('notAllowedText')}
    >
      {(person) => (
        <Drafted
          key={`${person.id} ${gatewayId ?? ''}`}
          person={person}
          stationId={stationId ?? null}
          gatewayId={gatewayId ?? null}
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

type DraftedProps = { person: Person; stationId: string | null; gatewayId: string | null }

/** What was typed earlier, for the station of the address if it names one; and the gateways still awaited. */
const begin = (found: GatewayDraft | null, stationId: string | null): GatewayDraft => {
  const draft = gatewayDraftFrom(found) ?? newGatewayDraft(stationId)
  return stationId === null ? draft : { ...draft, values: { ...draft.values, stationId } }
}

function Drafted({ person, stationId, gatewayId }: DraftedProps) {
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
    if (draft && gatewayId !== null && draft.watched.some((one) => one.gatewayId === gatewayId))
      change(withoutWatched(draft, gatewayId))
  }, [draft, gatewayId, change])
  if (draft === null) return <Waiting />
  if (gatewayId === null) return <AddFormPage start={draft} keep={keep} flush={flush} />
  return (
    <WatchPage
      gatewayId={gatewayId}
      watched={draft.watched.find((one) => one.gatewayId === gatewayId)}
      onChange={(one: Partial<Watched>) => change(changedWatch(draft, gatewayId, one))}
      onArrived={arrived}
    />
  )
}
