import { Lock } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../../accounts/allowed.tsx'
import { useSession, type Person } from '../../accounts/session.ts'
import { draftKey } from '../../data/draft-store.ts'
import { useDraft } from '../../data/use-draft.ts'
import { pathTo } from '../../paths.ts'
import { usePageSearch } from '../../shell/page-search.ts'
import { Why } from '../../accounts/rights/rights-door.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonCard } from '../../ui/skeleton.tsx'
import { AddFormPage } from './add-form-page.tsx'
import {
  changedWatch,
  gatewayDraftFrom,
  newGatewayDraft,
  withoutWatched,
  type GatewayDraft,
  type Watched,
} from './gateway-draft.ts'
import { WatchPage } from './watch-page.tsx'

export function AddCommunicationDevicePage() {
  const t = useTranslations('adding')
  const { stationId, gatewayId } = usePageSearch('add-communication-device')
  const session = useSession()
  const person = session.data?.person
  const mayAdd = useAllowed('device:device:add')
  if (!person)
    return session.error && !session.data ? (
      <Page title={t('title')} back={pathTo('service-page')}>
        <ErrorState error={session.error} onRetry={() => void session.refetch()} />
      </Page>
    ) : (
      <Waiting />
    )
  if (!mayAdd && !gatewayId) {
    return (
      <Page title={t('title')} back={pathTo('service-page')}>
        <EmptyState
          icon={<Lock size={26} aria-hidden />}
          title={t('notAllowed')}
          text={t('notAllowedText')}
          action={<Why needs="device:device:add" />}
        />
      </Page>
    )
  }
  const key = `${person.id} ${gatewayId ?? ''}`
  return <Drafted key={key} person={person} stationId={stationId ?? null} gatewayId={gatewayId ?? null} />
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
