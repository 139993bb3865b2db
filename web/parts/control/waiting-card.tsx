import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isTail, QUESTION_MAX, TAIL, TAIL_TYPED_MAX } from '#domain/commands/control-limits.ts'
import { actOf } from '#domain/commands/control-ops.ts'
import { useAllowed } from '../../app/session/allowed.tsx'
import { useAct } from '../../app/acts/use-act.ts'
import { useData } from '../../app/data/query.ts'
import { pathTo } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { FieldError } from '../../kit/field.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { Note } from '../states/note.tsx'
import { useNow } from '../../kit/time/now.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { TextField } from '../../kit/text-field.tsx'
import { toast } from '../../kit/toast.tsx'
import styles from './control.module.css'
import { type ControlRow, usePreview, useWaiting } from './control-queries.ts'
import { Effect, Obstacles } from './effect.tsx'
import { useActWords } from '../log/use-act-words.ts'
import { Waiting } from '../../app/failure/waiting.tsx'

/** Acts that wait for a second person, with the way to decide; nothing when there are none. */
export function WaitingCard({ stationId }: { stationId: string | undefined }) {
  const t = useTranslations('control.waiting')
  const mayControl = useAllowed('device:control:send')
  const waiting = useWaiting(stationId, mayControl).data?.controls ?? []
  if (waiting.length === 0) return null
  return (
    <Card flush title={t('title')}>
      {waiting.map((one) => (
        <WaitingRow key={one.id} control={one} />
      ))}
    </Card>
  )
}

export function WaitingRow({ control }: { control: ControlRow }) {
  const t = useTranslations('control')
  const words = useActWords()
  const format = useFormat()
  const now = useNow()
  const [deciding, setDeciding] = useState(false)
  const until = control.expiresAt === null ? '' : format.clock(control.expiresAt, control.station.timeZone)
  return (
    <div className={styles.waiting}>
      <div>
        <Go
          to={pathTo('remote-control', { stationId: control.station.id, controlId: control.id })}
          className={styles.resultName}
        >
          {words.act(control.op, control.args)} · {t('targets', { count: control.total })} ·{' '}
          {format.text('power', control.ratedW)}
          <span className={styles.hint}>
            {control.station.name} ·{' '}
            {t('waiting.from', { by: control.askedBy.name, age: format.age(control.askedAt, now) })} ·{' '}
            {t('waiting.until', { at: until })}
          </span>
        </Go>
      </div>
      {control.mayRefuse ? (
        <Button small onClick={() => setDeciding(true)}>
          {t(control.mayDecide ? 'waiting.approve' : 'waiting.refuse')}
        </Button>
      ) : (
        <p className={styles.hint}>{t('waiting.own')}</p>
      )}
      {deciding && <DecideSheet control={control} onClose={() => setDeciding(false)} />}
    </div>
  )
}

/** The second person: the same effect and obstacles, the serial again, yes or no with the reason. */
function DecideSheet({ control, onClose }: { control: ControlRow; onClose: () => void }) {
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
      <Effect act={act} preview={preview} />
      <Obstacles stationId={control.station.id} act={act} preview={preview} />
      {control.mayDecide && preview.confirm && (
        <div className={styles.typed}>
          <TextField
            label={t('confirmLabel', { count: String(TAIL) })}
            help={`${preview.confirm.name ? t('confirmHelp', { name: preview.confirm.name }) : t('confirmSerial')} ${preview.confirm.sn}`}
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
