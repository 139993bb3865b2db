import { Gauge, RefreshCw, RotateCcw, Timer } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ControlAct } from '#domain/commands/control-ops.ts'
import { call } from '../data/call.ts'
import { useSentence } from '../phrases/use-sentence.ts'
import { useFailureText } from '../ui/error-state.tsx'
import { Row, Rows } from '../ui/row.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { toast } from '../ui/toast.tsx'

type MoreSheetProps = {
  open: boolean
  stationId: string
  deviceIds: readonly string[]
  onAct: (act: ControlAct) => void
  onClose: () => void
}

/** Lets devices be read now; changes nothing, so it asks for nothing. */
export const useReadNow = () => {
  const t = useTranslations('control.card')
  const sentence = useSentence()
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const read = async (stationId: string, deviceIds: readonly string[]): Promise<void> => {
    if (deviceIds.length === 0) return toast(sentence('select_device_first') ?? '', 'failed')
    setBusy(true)
    try {
      await call('POST /api/stations/{stationId}/read', {
        params: { stationId },
        body: { deviceIds: [...deviceIds] },
      })
      toast(t('readDone'))
    } catch (error) {
      toast(failureText(error), 'failed')
    } finally {
      setBusy(false)
    }
  }
  return { busy, read }
}

/** What is asked for less often. */
export function MoreSheet({ open, stationId, deviceIds, onAct, onClose }: MoreSheetProps) {
  const t = useTranslations('control')
  const { read } = useReadNow()
  return (
    <Sheet open={open} onClose={onClose} title={t('moreTitle')}>
      <Rows>
        <Row
          icon={<Gauge size={20} aria-hidden />}
          label={t('op.limit')}
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
            void read(stationId, deviceIds)
          }}
        />
      </Rows>
    </Sheet>
  )
}
