import { Gauge, LockOpen, RefreshCw, RotateCcw, Timer } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ControlAct } from '#domain/commands/control-ops.ts'
import { useSentence } from '../../app/phrases/use-sentence.ts'
import { Row, Rows } from '../../kit/row.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { toast } from '../../kit/toast.tsx'
import { useReadNow } from './read-now.ts'

type MoreSheetProps = {
  open: boolean
  stationId: string
  deviceIds: readonly string[]
  onAct: (act: ControlAct) => void
  onClose: () => void
}

/** What is asked for less often. */
export function MoreSheet({ open, stationId, deviceIds, onAct, onClose }: MoreSheetProps) {
  const t = useTranslations('control')
  const sentence = useSentence()
  const { read } = useReadNow()
  return (
    <Sheet open={open} onClose={onClose} title={t('moreTitle')}>
      <Rows>
        <Row
          icon={<Gauge size={20} aria-hidden />}
          label={t('op.limit')}
          onPress={() => onAct({ op: 'limit' })}
        />
        <Row
          icon={<LockOpen size={20} aria-hidden />}
          label={t('op.lift')}
          onPress={() => onAct({ op: 'limit', pct: 100 })}
        />
        <Row
          icon={<RotateCcw size={20} aria-hidden />}
          label={t('op.restart')}
          onPress={() => onAct({ op: 'restart' })}
        />
        <Row
          icon={<Timer size={20} aria-hidden />}
          label={t('op.set')}
          onPress={() => onAct({ op: 'set', report_s: 300 })}
        />
        <Row
          icon={<RefreshCw size={20} aria-hidden />}
          label={t('op.read')}
          onPress={() => {
            onClose()
            if (deviceIds.length === 0) toast(sentence('select_device_first') ?? '', 'failed')
            else void read(stationId, deviceIds)
          }}
        />
      </Rows>
    </Sheet>
  )
}
