import { BellOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../app/session/brand.tsx'
import { useAllowed } from '../../app/session/allowed.tsx'
import { useAct } from '../../app/acts/use-act.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { toast } from '../../kit/toast.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import type { AlarmDetail } from './use-alarms.ts'
import styles from './alarms.module.css'

/** Who has seen it, until when it is quiet, with what remark; whoever may takes it back. */
export function SeenCard({ alarm }: { alarm: AlarmDetail['alarm'] }) {
  const t = useTranslations('alarms')
  const format = useFormat()
  const may = useAllowed('om:alarm:acknowledge', alarm.station.id)
  const act = useAct()
  const { acknowledged, station } = alarm
  if (acknowledged === null) return null
  const undo = async (): Promise<void> => {
    if (await act.send('POST /api/alarms/wake', { body: { ids: [alarm.id] } })) toast(t('woken'))
  }
  return (
    <Card>
      <div className={styles.seenCard}>
        <BellOff size={20} aria-hidden />
        <div>
          <p className={styles.name}>
            {t('seenBy', {
              name: acknowledged.by.name,
              until: format.instant(acknowledged.until, station.timeZone),
            })}
          </p>
          {acknowledged.remark && <p className={styles.quiet}>{acknowledged.remark}</p>}
        </div>
        {may && (
          <Button kind="plain" small busy={act.busy} onClick={() => void undo()}>
            {t('wake')}
          </Button>
        )}
      </div>
      <FormFailure text={act.failed} />
    </Card>
  )
}
