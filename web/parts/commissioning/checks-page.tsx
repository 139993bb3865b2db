import { useTranslations } from 'use-intl'
import { Waiting } from '../../app/failure/waiting.tsx'
import { Card } from '../../kit/card.tsx'
import { Columns } from '../../kit/columns.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { Page } from '../../kit/page.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { pathTo } from '../../paths.ts'
import { ChildrenCard } from '../devices/gateway/children-card.tsx'
import { ReportingCard } from '../devices/gateway/reporting-card.tsx'
import { useDevice } from '../devices/use-device.ts'
import { useStation, useWatchedStation } from '../stations/station-queries.ts'
import { ActivationTalkDialogs } from './activation-talk.tsx'
import { GatewayChecklist, GatewayRow } from './checklist-sheet.tsx'
import { useCommissioning } from './commissioning-queries.ts'
import { useActivation } from './use-activation.ts'

type ChecksPageProps = { stationId: string; gatewayId: string; onCheckAgain: () => Promise<unknown> }

/** One gateway's way into operation with what stands behind it, beside the gateways of its station. */
export function ChecksPage({ stationId, gatewayId, onCheckAgain }: ChecksPageProps) {
  const t = useTranslations('commissioning')
  const failure = useTranslations('failure')
  const detail = useDevice(gatewayId, 'gateway').data
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
        <Columns>
          <Card flush title={t('list')}>
            <GatewayChecklist
              stationId={stationId}
              gateway={gateway}
              timeZone={station.data?.station.timeZone ?? 'UTC'}
              activating={activation.busy}
              onActivate={(id) => void activation.activate([id])}
              onCheckAgain={onCheckAgain}
            />
          </Card>
          <>
            {detail && <ChildrenCard detail={detail} />}
            {detail && <ReportingCard detail={detail} />}
            <Card flush>
              <GatewayRow gatewayId={gatewayId} />
            </Card>
          </>
        </Columns>
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
