import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isTail, QUESTION_MAX, TAIL, TAIL_TYPED_MAX } from '#domain/commands/control-limits.ts'
import { actOf } from '#domain/commands/control-ops.ts'
import { useAct } from '../../app/acts/use-act.ts'
import { useData } from '../../app/data/query.ts'
import { Waiting } from '../../app/failure/waiting.tsx'
import { Button } from '../../kit/button.tsx'
import { FieldError } from '../../kit/field.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { TextField } from '../../kit/text-field.tsx'
import { useNow } from '../../kit/time/now.ts'
import { toast } from '../../kit/toast.tsx'
import { useActWords } from '../log/use-act-words.ts'
import { Note } from '../states/note.tsx'
import { type ControlRow, usePreview } from './control-queries.ts'
import styles from './control.module.css'
import { Effect, Obstacles } from './effect.tsx'
import { Lacks } from './lacks.tsx'
import { asksLimit, draftOf } from './limit-draft.ts'
import { Enders } from './limit-effect.tsx'

/** The second person: the same effect and obstacles, the serial again, yes or no with the reason. */
export function DecideSheet({ control, onClose }: { control: ControlRow; onClose: () => void }) {
  const t = useTranslations('control')
  const words = useActWords()
  return (
    <Sheet open onClose={onClose} title={words.act(control.op, control.args)} size="full">
      <DecideForm control={control} onClose={onClose} label={t('waiting.doApprove')} />
    </Sheet>
  )
}

function DecideForm({
  control,
  onClose,
  label,
}: {
  control: ControlRow
  onClose: () => void
  label: string
}) {
  const t = useTranslations('control')
  const now = useNow()
  const deciding = useAct({ offline: t('offlinePhone') })
  const [tail, setTail] = useState('')
  const [remark, setRemark] = useState('')
  const [tried, setTried] = useState<'approve' | 'refuse' | null>(null)
  const params = { controlId: control.id }
  const detail = useData('GET /api/control/{controlId}', { params })
  const act = actOf(control.op, control.args)
  const ids = detail.data?.control.devices.map(({ deviceId }) => deviceId) ?? []
  const found = usePreview(control.station.id, act ?? { op: 'restart' }, ids, act !== null && ids.length > 0)
  const preview = found.data
  if (!preview || act === null)
    return <Waiting of={{ error: detail.error ?? found.error, refetch: found.refetch }} rows={4} />
  const draft = asksLimit(act) ? draftOf(act, now) : null
  const wrong = preview.confirm !== null && !isTail(tail, preview.confirm.sn)
  const decide = async (how: 'approve' | 'refuse'): Promise<void> => {
    setTried(how)
    if (how === 'approve' ? wrong : remark.trim() === '') return
    const done =
      how === 'approve'
        ? await deciding.send('POST /api/control/{controlId}/approve', { params, body: { tail } })
        : await deciding.send('POST /api/control/{controlId}/refuse', { params, body: { remark } })
    if (!done) return
    toast(t(how === 'approve' ? 'waiting.approved' : 'waiting.refusedDone'))
    onClose()
  }
  return (
    <div className={styles.form}>
      <Effect act={act} preview={preview} draft={draft} now={now} />
      {draft && <Enders draft={draft} preview={preview} now={now} />}
      <Lacks act={act} devices={preview.devices} />
      <Obstacles stationId={control.station.id} act={act} preview={preview} />
      {control.mayDecide && preview.confirm && (
        <div className={styles.typed}>
          <TextField
            label={t('confirmLabel', { count: String(TAIL) })}
            toType={`${preview.confirm.name ? t('confirmHelp', { name: preview.confirm.name }) : t('confirmSerial')} ${preview.confirm.sn}`}
            value={tail}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={TAIL_TYPED_MAX}
            error={tried === 'approve' && wrong ? t('confirmWrong') : undefined}
            onChange={(event) => setTail(event.target.value)}
          />
        </div>
      )}
      <FieldError id="decide-control" error={deciding.failed} />
      {control.mayDecide ? (
        <Button
          wide
          busy={deciding.doing === 'POST /api/control/{controlId}/approve'}
          disabled={deciding.cut}
          onClick={() => void decide('approve')}
        >
          {label}
        </Button>
      ) : (
        <Note tone="curtailed" icon={<CircleAlert size={18} />}>
          {t('waiting.tooClose')}
        </Note>
      )}
      <div className={styles.typed}>
        <TextField
          label={t('waiting.reason')}
          value={remark}
          maxLength={QUESTION_MAX}
          error={tried === 'refuse' && remark.trim() === '' ? t('waiting.reasonNeeded') : undefined}
          onChange={(event) => setRemark(event.target.value)}
        />
      </div>
      <Button
        wide
        kind="dangerPlain"
        busy={deciding.doing === 'POST /api/control/{controlId}/refuse'}
        disabled={deciding.cut}
        onClick={() => void decide('refuse')}
      >
        {t('waiting.refuse')}
      </Button>
    </div>
  )
}
