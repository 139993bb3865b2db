import { FileText, Plus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../../app/session/allowed.tsx'
import { lazySheet } from '../../app/failure/lazy-sheet.tsx'
import { Waiting } from '../../app/failure/waiting.tsx'
import { Dotted } from '../../kit/dotted.tsx'
import { Card } from '../../kit/card.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { useNow } from '../../kit/time/now.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { pathTo } from '../../paths.ts'
import type { DeviceDetail } from '../devices/device-facts.ts'
import { useChildren } from '../devices/use-children.ts'
import { Tag } from '../states/status-pill.tsx'
import { DeviceList } from './device-list.tsx'
import { readDevices } from './device-rows.ts'
import type { Edge } from './edge-view.ts'
import { LazyEdgeDeviceSheet } from './lazy-edge-device-sheet.ts'
import { NeverCame } from './never-connected.tsx'
import { ProgramRow } from './program-row.tsx'
import { useEdge } from './use-edge.ts'
import styles from './edges.module.css'

const LogSheet = lazySheet(async () => (await import('./log-sheet.tsx')).LogSheet)

/** An edge on its own page: the devices it reads with their lines, its store, its program, and what can be done. */
export function EdgeCard({ detail }: { detail: DeviceDetail }) {
  const edge = useEdge(detail.device.id)
  const { children } = useChildren(detail, true)
  const stationId = detail.station.id
  const mayConfigure = useAllowed('device:edge:configure', stationId)
  const mayDiagnose = useAllowed('device:edge:diagnose', stationId)
  const [openId, setOpenId] = useState<string | null>(null)
  if (!edge.data) return <Waiting of={edge} inline rows={4} />
  const list = readDevices(edge.data, children)
  return (
    <>
      {detail.link?.birthAt == null && <NeverCame edge={edge.data} detail={detail} />}
      <DeviceList list={list} settings={edge.data.settings} onOpen={setOpenId} />
      <AboutEdge edge={edge.data} detail={detail} mayDiagnose={mayDiagnose} />
      <LazyEdgeDeviceSheet
        one={list.find((one) => one.device.id === openId) ?? null}
        open={openId !== null}
        settings={edge.data.settings}
        mayConfigure={mayConfigure}
        mayDiagnose={mayDiagnose}
        onClose={() => setOpenId(null)}
      />
    </>
  )
}

type AboutProps = { edge: Edge; detail: DeviceDetail; mayDiagnose: boolean }

function AboutEdge({ edge, detail, mayDiagnose }: AboutProps) {
  const t = useTranslations('edge.card')
  const log = useTranslations('edge')
  const mayPair = useAllowed('device:edge:pair', detail.station.id)
  const [logOpen, setLogOpen] = useState(false)
  const { builtIn, settings } = edge
  const { station, device } = detail
  const waits = settings.rev !== settings.takenRev
  return (
    <Card flush title={t('title')} action={builtIn && <Tag>{t('builtIn')}</Tag>}>
      <Rows>
        <ProgramRow edge={edge} />
        <StoreRows store={edge.store} />
        <Row
          label={t('list')}
          value={settings.refused ? undefined : t(waits ? 'listWaits' : 'listTaken')}
          {...(settings.refused && { hint: <span className={styles.trouble}>{settings.refused.text}</span> })}
        />
        <Row
          icon={<Plus size={20} aria-hidden />}
          label={t('manage')}
          to={pathTo('connect-device', { gatewayId: device.id })}
        />
        {mayDiagnose && (
          <Row
            icon={<FileText size={20} aria-hidden />}
            label={log('log')}
            onPress={() => setLogOpen(true)}
          />
        )}
        {mayPair && !builtIn && (
          <Row
            icon={<RefreshCw size={20} aria-hidden />}
            label={t('again')}
            hint={t('againHint')}
            to={pathTo('add-communication-device', {
              stationId: station.id,
              way: 'site',
              replaces: device.id,
            })}
          />
        )}
      </Rows>
      <LogSheet gatewayId={device.id} open={logOpen} onClose={() => setLogOpen(false)} />
    </Card>
  )
}

/** A size from here on: one decimal of a megabyte. */
const SHOWN_BYTES = 100_000

function StoreRows({ store }: Pick<Edge, 'store'>) {
  const t = useTranslations('edge.card')
  const format = useFormat()
  const now = useNow()
  if (store === null) return null
  const { waiting, bytes, dropped, oldestAt, trouble } = store
  const parts = [
    oldestAt === null ? '' : t('waitingOldest', { age: format.age(oldestAt, now) }),
    bytes === null || bytes < SHOWN_BYTES ? '' : t('size', { mb: format.number(bytes / 1e6, 1) }),
  ].filter(Boolean)
  return (
    <>
      <Row
        label={t('waiting')}
        value={waiting === 0 ? t('waitingNone') : t('waitingCount', { count: waiting })}
        {...(parts.length > 0 && { hint: <Dotted parts={parts} /> })}
      />
      {trouble !== null && <Row label={t('disk')} hint={<span className={styles.trouble}>{trouble}</span>} />}
      {dropped !== null && dropped > 0 && (
        <Row
          label={t('dropped')}
          value={t('waitingCount', { count: dropped })}
          hint={<span className={styles.trouble}>{t('droppedHint')}</span>}
        />
      )}
    </>
  )
}
