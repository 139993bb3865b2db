import {
  Gauge,
  LayoutGrid,
  Power,
  PowerOff,
  RefreshCw,
  RotateCcw,
  ScrollText,
  ShieldCheck,
  Timer,
} from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { canDo, takesCommands, type ControlAct } from '#domain/commands/control-ops.ts'
import { cannot } from '#domain/commands/power-limits.ts'
import { useAllowed } from '../../app/session/allowed.tsx'
import type { DeviceDetail } from '../devices/device-facts.ts'
import { pathTo } from '../../paths.ts'
import { navigate } from '../../kit/navigation/navigate.ts'
import { Card } from '../../kit/card.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { LazyActSheet } from './lazy-act-sheet.ts'
import { useReadNow } from './read-now.ts'

type Offer = { key: string; label: string; icon: ReactNode; act: ControlAct; danger?: boolean }

/** What can be asked of this device, its ledger, and the board of a shutdown device. Nothing for a removed one, and for a kind that takes no commands. */
export function ControlCard({ detail }: { detail: DeviceDetail }) {
  const t = useTranslations('controls')
  const mayControl = useAllowed('device:control:send', detail.station.id)
  const { read } = useReadNow()
  const [chosen, setChosen] = useState<Offer | null>(null)
  const { device, station } = detail
  if (device.removedAt !== null || !takesCommands(device.kind)) return null
  const isShutdown = device.kind === 'shutdown'
  const all: readonly Offer[] = [
    {
      key: 'off',
      label: t(isShutdown ? 'open' : 'off'),
      icon: <PowerOff size={20} aria-hidden />,
      act: { op: 'switch', on: false },
      danger: true,
    },
    {
      key: 'on',
      label: t(isShutdown ? 'close' : 'on'),
      icon: <Power size={20} aria-hidden />,
      act: { op: 'switch', on: true },
    },
    {
      key: 'limit',
      label: t('limit'),
      icon: <Gauge size={20} aria-hidden />,
      act: { op: 'limit' },
    },
    {
      key: 'restart',
      label: t('restart'),
      icon: <RotateCcw size={20} aria-hidden />,
      act: { op: 'restart' },
    },
    {
      key: 'set',
      label: t('set'),
      icon: <Timer size={20} aria-hidden />,
      act: { op: 'set', report_s: station.reportMin * 60 },
    },
  ]
  const offers = mayControl ? all.filter((one) => canDo(one.act.op, device.kind)) : []
  const ledger = pathTo('remote-control', { stationId: station.id, deviceId: device.id, view: 'ledger' })
  return (
    <>
      <Card flush title={t('title')}>
        <Rows>
          {offers.map((one) =>
            // By the word of its gateway it cannot, or a person has done it already: that is said before it is asked.
            cannot(one.act, detail.can ?? null, null) === 'op_unsupported' ? (
              <Row key={one.key} icon={one.icon} label={one.label} hint={t('cannot')} />
            ) : one.key === 'off' && detail.switchedOff ? (
              <Row key={one.key} icon={one.icon} label={one.label} hint={t('isOff')} />
            ) : (
              <Row
                key={one.key}
                icon={one.icon}
                label={one.label}
                danger={one.danger ?? false}
                onPress={() => setChosen(one)}
              />
            ),
          )}
          {mayControl && canDo('read', device.kind) && (
            <Row
              icon={<RefreshCw size={20} aria-hidden />}
              label={t('read')}
              onPress={() => void read(station.id, [device.id])}
            />
          )}
          {isShutdown && (
            <Row
              icon={<ShieldCheck size={20} aria-hidden />}
              label={t('toStation')}
              to={pathTo('remote-control', { stationId: station.id, view: 'board' })}
            />
          )}
          {mayControl && (
            <Row
              icon={<LayoutGrid size={20} aria-hidden />}
              label={t('all')}
              to={pathTo('remote-control', { stationId: station.id })}
            />
          )}
          <Row icon={<ScrollText size={20} aria-hidden />} label={t('ledger')} to={ledger} />
        </Rows>
      </Card>
      {chosen && (
        <LazyActSheet
          stationId={station.id}
          act={chosen.act}
          {...(isShutdown && chosen.act.op === 'switch' && { called: chosen.label })}
          deviceIds={[device.id]}
          onClose={() => setChosen(null)}
          onSent={(controlId) => {
            setChosen(null)
            navigate.push(pathTo('remote-control', { stationId: station.id, controlId }))
          }}
        />
      )}
    </>
  )
}
