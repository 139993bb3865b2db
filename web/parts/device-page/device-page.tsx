import { Pencil } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import { Allowed } from '../../app/session/allowed.tsx'
import { HeldLimits } from '../control/held-limits.tsx'
import { ControlCard } from '../control/control-card.tsx'
import { refresh } from '../../app/data/query.ts'
import { pathTo } from '../../paths.ts'
import { OpenAlarms, useAwaitsAlarms } from '../alarms/open-alarms.tsx'
import { OpenOrders } from '../work-orders/open-orders.tsx'
import { lazySheet } from '../../app/failure/lazy-sheet.tsx'
import { Waiting } from '../../app/failure/waiting.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { IconButton, Page } from '../../kit/page.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { nameOf, type DeviceDetail } from '../devices/device-facts.ts'
import { ActsCard } from '../devices/exchange/acts-card.tsx'
import { GoneNote } from '../devices/exchange/gone-note.tsx'
import { isShownAs, useDevice } from '../devices/use-device.ts'
import { HelpCard } from '../help/help-card.tsx'

const LineCard = lazyPart(async () => {
  const [file] = await Promise.all([import('../edges/line-card.tsx'), words.need('edges', 'wayOut')])
  return file.LineCard
})

const EditDeviceSheet = lazySheet(
  async () => (await import('../devices/edit-device-sheet.tsx')).EditDeviceSheet,
)

type DevicePageProps = {
  deviceId: string
  /** null: one without a route of its own. */
  kind: DeviceDetail['device']['kind'] | null
  children: (detail: DeviceDetail) => ReactNode
}

const readAgain = (): Promise<unknown> =>
  refresh(
    'GET /api/devices/{deviceId}',
    'GET /api/devices/{deviceId}/curve',
    'GET /api/devices/{deviceId}/energy',
    'GET /api/devices/{deviceId}/peers',
    'GET /api/places/{placeId}/curve',
    'GET /api/places/{placeId}/energy',
  )

/** What the pages of all devices have in common: bar, waiting, failure, editing. */
export function DevicePage({ deviceId, kind, children }: DevicePageProps) {
  const t = useTranslations('device')
  const words = useKindWords()
  const found = useDevice(deviceId, kind)
  const [editing, setEditing] = useState(false)
  // They stand above the readings: what comes later would push those down under a finger.
  const awaitsAlarms = useAwaitsAlarms({ deviceId })
  // Taken away meanwhile: what is remembered of it is not for this person any more.
  const lost = found.error?.status === 404 || found.error?.status === 403
  const detail = lost || !found.data || !isShownAs(found.data.device.kind, kind) ? undefined : found.data
  return (
    <Page
      title={detail ? nameOf(detail.device) : kind === null ? t('one') : words.one(kind)}
      back={
        detail
          ? pathTo('station-detail', { stationId: detail.station.id, tab: 'devices' })
          : pathTo('station-list')
      }
      onRefresh={readAgain}
      actions={
        detail?.device.removedAt === null && (
          <Allowed permission="device:device:edit" at={detail.station.id}>
            <IconButton label={t('edit')} onClick={() => setEditing(true)}>
              <Pencil size={20} aria-hidden />
            </IconButton>
          </Allowed>
        )
      }
    >
      {detail && !awaitsAlarms ? (
        <>
          <GoneNote detail={detail} />
          <OpenAlarms deviceId={deviceId} />
          <OpenOrders deviceId={deviceId} />
          <HeldLimits
            stationId={detail.station.id}
            timeZone={detail.station.timeZone}
            deviceId={deviceId}
            isLimited={Boolean(detail.limited)}
          />
          {children(detail)}
          {detail.gateway?.edge && <LineCard gatewayId={detail.gateway.id} device={detail.device} />}
          <ControlCard detail={detail} />
          <ActsCard detail={detail} />
          <HelpCard of={kind === 'shutdown' || kind === 'gateway' ? kind : 'ages'} />
          <EditDeviceSheet detail={detail} open={editing} onClose={() => setEditing(false)} />
        </>
      ) : (
        <Waiting of={found} final={lost}>
          <SkeletonCard />
          <SkeletonCard kind="chart" />
          <SkeletonCard kind="rows" rows={5} />
        </Waiting>
      )}
    </Page>
  )
}
