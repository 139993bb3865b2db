import type { Answer } from '../../app/data/call-types.ts'
import { useData } from '../../app/data/query.ts'

type Commissioning = Answer<'GET /api/stations/{stationId}/commissioning'>
export type GatewayChecks = Commissioning['gateways'][number]
export type Check = GatewayChecks['checks'][number]
export type CheckOf<K extends Check['key']> = Extract<Check, { key: K }>
export type CommandData = NonNullable<GatewayChecks['activation']>

/** Told by live events; asked for besides while somebody waits for a gateway to come. */
const renewMs = 5_000

export const useCommissioning = (stationId: string) =>
  useData(
    'GET /api/stations/{stationId}/commissioning',
    { params: { stationId } },
    { refetchInterval: renewMs },
  )

/** Those that cannot be heard first; else in their order. */
export const offlineFirst = (gateways: readonly GatewayChecks[]): GatewayChecks[] =>
  [...gateways].sort((a, b) => Number(a.online) - Number(b.online))

export const checkOf = <K extends Check['key']>(gateway: GatewayChecks, key: K): CheckOf<K> | undefined =>
  gateway.checks.find((one): one is CheckOf<K> => one.key === key)

export type ActivationState = 'activated' | 'not_activated' | 'activating' | 'failed' | 'abnormal'

/** What to say of a gateway's activation: what is going on, else how the last one ended, else whether it ever was. */
export const activationState = ({ checks, activation }: GatewayChecks): ActivationState => {
  if (activation?.outcome === 'in_progress') return 'activating'
  if (checks.some((one) => one.key === 'activated' && one.state === 'done')) return 'activated'
  if (activation?.outcome === 'fail') return 'failed'
  return activation?.outcome === 'abnormal' ? 'abnormal' : 'not_activated'
}

export const passed = ({ checks }: GatewayChecks): number =>
  checks.filter(({ state }) => state === 'done').length
