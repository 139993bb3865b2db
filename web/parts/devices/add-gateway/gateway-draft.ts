import type { Attempt } from '../../../app/acts/attempt.ts'
import { newId } from '../../../kit/new-id.ts'
import { emptyGateway, type GatewayValues } from './gateway-values.ts'
import type { Credentials } from '../gateway/credentials-sheet.tsx'

/** Where the gateway has to connect to. The secret is not among it: it is never stored here. */
export type Address = Omit<Credentials, 'secret'>

/** A gateway that was added and whose arrival is watched. `address` is null for a claimed one: it knows the way. */
export type Watched = {
  gatewayId: string
  sn: string
  address: Address | null
  /** The login was typed into the gateway. */
  entered: boolean
  since: number
}

export type GatewayDraft = {
  v: 1
  id: string
  values: GatewayValues
  attempt: Attempt | null
  watched: Watched[]
}

const watchedAtMost = 20

export const newGatewayDraft = (stationId: string | null, watched: Watched[] = []): GatewayDraft => ({
  v: 1,
  id: newId(),
  values: emptyGateway(stationId),
  attempt: null,
  watched,
})

/** A kept draft; null when there is none of this version. */
export const gatewayDraftFrom = (kept: unknown): GatewayDraft | null =>
  typeof kept === 'object' && kept !== null && 'v' in kept && kept.v === 1 ? (kept as GatewayDraft) : null

/** Added: the form begins anew for the next one, and the arrival is watched. */
export const withWatched = (draft: GatewayDraft, one: Watched): GatewayDraft => ({
  ...newGatewayDraft(
    draft.values.stationId,
    [one, ...draft.watched.filter(({ gatewayId }) => gatewayId !== one.gatewayId)].slice(0, watchedAtMost),
  ),
})

export const changedWatch = (
  draft: GatewayDraft,
  gatewayId: string,
  change: Partial<Watched>,
): GatewayDraft => ({
  ...draft,
  watched: draft.watched.map((one) => (one.gatewayId === gatewayId ? { ...one, ...change } : one)),
})

/** Arrived, or no longer of interest. */
export const withoutWatched = (draft: GatewayDraft, gatewayId: string): GatewayDraft => ({
  ...draft,
  watched: draft.watched.filter((one) => one.gatewayId !== gatewayId),
})
