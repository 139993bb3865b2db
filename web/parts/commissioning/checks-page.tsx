import { useTranslations } from 'use-intl'
import { Waiting } from '../../app/failure/waiting.tsx'
import { Card } from '../../kit/card.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { Page } from '../../kit/page.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { pathTo } from '../../paths.ts'
import { useStation, useWatchedStation } from '../stations/station-queries.ts'
import { ActivationTalkDialogs } from './activation-talk.tsx'
import { GatewayChecklist } from './checklist-sheet.tsx'
import { useCommissioning } from './commissioning-queries.ts'
import { useActivation } from './use-activation.ts'

type ChecksPageProps = { stationId: string; gatewayId: string; onCheckAgain: () => Promise<unknown> }

/** One gateway's way into operation, beside the gateways of its station. */
export function ChecksPage({ stationId, gatewayId, onCheckAgain }: ChecksPageProps) {
  const failure = useTranslations('failure')
  const station = useStation(stationId)
  const read = useCommissioning(stationId)
  const gateways = read.data?.gateways
  const gateway = gateways?.find(({ id }) => id === gatewayId)
  const activation = useActivation(stationId, gateways, () => {})
  useWatchedStation(stationId)
  return (
    <Page
      title={gateway ? gateway.name || gateway.sn : ''}
      back={pathTo('communication-device-list', { stationId })}
      spread
      onRefresh={onCheckAgain}
    >
      {gateway ? (
        <Card flush>
          <GatewayChecklist
            stationId={stationId}
            gateway={gateway}
            timeZone={station.data?.station.timeZone ?? 'UTC'}
            activating={activation.busy}
            onActivate={(id) => void activation.activate([id])}
            onCheckAgain={onCheckAgain}
          />
        </Card>
      ) : gateways ? (
        <EmptyState title={failure('notFound')} />
      ) : (
        <Waiting of={read}>
          <SkeletonCard kind="rows" rows={8} />
        </Waiting>
      )}
      <ActivationTalkDialogs activation={activation} gateways={gateways ?? []} />
    </Page>
  )
}
