import { Pencil } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import { Allowed } from '../../app/session/allowed.tsx'
import { HeldLimits } from '../control/held-limits.tsx'
import { ControlCard } from '../control/control-card.tsx'
import { refresh } from '../../app/data/query.ts'
import { useGivenTitle } from '../../app/shell/given-title.ts'
import { pathTo, type DevicePart } from '../../paths.ts'
import { OpenAlarms, useAwaitsAlarms } from '../alarms/open-alarms.tsx'
import { OpenOrders } from '../work-orders/open-orders.tsx'
import { lazySheet } from '../../app/failure/lazy-sheet.tsx'
import { Waiting } from '../../app/failure/waiting.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { lazyPart } from '../../kit/lazy-part.tsx'
import type { AppPath } from '../../kit/navigation/app-path.ts'
import { Page } from '../../kit/page.tsx'
import { Sections } from '../../kit/sections.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { nameOf, type DeviceDetail } from '../devices/device-facts.ts'
import { ActsCard } from '../devices/exchange/acts-card.tsx'
import { GoneNote } from '../devices/exchange/gone-note.tsx'
import { isShownAs, useDevice } from '../devices/use-device.ts'
import { HelpCard } from '../help/help-card.tsx'
import { DataSheet } from '../devices/data-sheet.tsx'
import { Neighbours, SwipeToNeighbours, useNeighbours } from './neighbours.tsx'
import { TroubleLine } from './trouble-line.tsx'
import styles from './device-page.module.css'

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
  /** The section that the address names. */
  part: DevicePart | undefined
  onPart: (part: DevicePart | undefined) => void
  /** The same view of another device. */
  toOther: (deviceId: string, part: DevicePart | undefined) => AppPath
  /** How it is now: state, main figure, age; `line` says in it what is wrong. */
  renderHead: (detail: DeviceDetail, line: ReactNode) => ReactNode
  /** What this kind has, in order; alarms and orders, control and the data sheet come after them. */
  renderParts: (detail: DeviceDetail) => readonly { value: DevicePart; content: ReactNode }[]
  /** After the data sheet. */
  renderSheet?: (detail: DeviceDetail) => ReactNode
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

/** What the pages of all devices have in common: bar with the neighbours, waiting, failure, sections, editing. */
export function DevicePage({ deviceId, kind, part, onPart, toOther, ...renders }: DevicePageProps) {
  const { renderHead, renderParts, renderSheet } = renders
  const t = useTranslations('device')
  const words = useKindWords()
  const found = useDevice(deviceId, kind)
  const given = useGivenTitle()
  const [editing, setEditing] = useState(false)
  // They stand at the head: what comes later would push the readings down under a finger.
  const awaitsAlarms = useAwaitsAlarms({ deviceId })
  // Taken away meanwhile: what is remembered of it is not for this person any more.
  const lost = found.error?.status === 404 || found.error?.status === 403
  const detail = lost || !found.data || !isShownAs(found.data.device.kind, kind) ? undefined : found.data
  const beside = useNeighbours(detail?.device.id)
  /** In view now: where the page of a neighbour begins. */
  const seen = useRef<DevicePart | undefined>(part)
  const sections = detail && [
    ...renderParts(detail),
    {
      value: 'trouble' as const,
      content: (
        <>
          <OpenAlarms deviceId={deviceId} />
          <OpenOrders deviceId={deviceId} />
        </>
      ),
    },
    {
      value: 'control' as const,
      screenOnly: true,
      content: (
        <>
          <ControlCard detail={detail} />
          {detail.gateway?.edge && <LineCard gatewayId={detail.gateway.id} device={detail.device} />}
          <ActsCard detail={detail} />
        </>
      ),
    },
    {
      value: 'sheet' as const,
      content: (
        <>
          <DataSheet
            detail={detail}
            action={
              detail.device.removedAt === null && (
                <Allowed permission="device:device:edit" at={detail.station.id}>
                  <button type="button" className={styles.edit} onClick={() => setEditing(true)}>
                    <Pencil size={14} aria-hidden />
                    {t('edit')}
                  </button>
                </Allowed>
              )
            }
          />
          {renderSheet?.(detail)}
        </>
      ),
    },
  ]
  const first = sections?.[0]?.value
  const over = (id: string): AppPath => toOther(id, seen.current === first ? undefined : seen.current)
  return (
    <Page
      title={detail ? nameOf(detail.device) : (given ?? (kind === null ? t('one') : words.one(kind)))}
      back={
        detail
          ? pathTo('station-detail', { stationId: detail.station.id, tab: 'devices' })
          : pathTo('station-list')
      }
      onRefresh={readAgain}
      actions={<Neighbours beside={beside} toOther={over} />}
    >
      {detail && sections && !awaitsAlarms ? (
        <SwipeToNeighbours beside={beside} toOther={over}>
          <GoneNote detail={detail} />
          <HeldLimits
            stationId={detail.station.id}
            timeZone={detail.station.timeZone}
            deviceId={deviceId}
            isLimited={Boolean(detail.limited)}
          />
          {renderHead(detail, <TroubleLine detail={detail} onMore={() => onPart('trouble')} />)}
          <Sections
            label={t('parts')}
            items={sections.map((one) => ({ ...one, label: t(`part.${one.value}`) }))}
            at={part}
            onGo={onPart}
            onSeen={(value) => {
              seen.current = value
            }}
          />
          <HelpCard of={kind === 'shutdown' || kind === 'gateway' ? kind : 'ages'} />
          <EditDeviceSheet detail={detail} open={editing} onClose={() => setEditing(false)} />
        </SwipeToNeighbours>
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
