import { HardHat, Unplug, UserCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isTail, TAIL, TAIL_TYPED_MAX } from '#domain/commands/control-limits.ts'
import { argsOf, type ControlAct } from '#domain/commands/control-ops.ts'
import { ApiError } from '../../app/data/api-error.ts'
import { useAct } from '../../app/acts/use-act.ts'
import { ActFailure } from '../states/act-failure.tsx'
import { Note } from '../states/note.tsx'
import { useNow } from '../../kit/time/now.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Button } from '../../kit/button.tsx'
import { FieldError, Fields } from '../../kit/field.tsx'
import { NumberField } from '../../kit/number-field.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { SwitchField } from '../../kit/switch-field.tsx'
import { TextField } from '../../kit/text-field.tsx'
import { toast } from '../../kit/toast.tsx'
import { Form } from '../../kit/form.tsx'
import styles from './control.module.css'
import { inTheWay, usePreview } from './control-queries.ts'
import { Effect, Obstacles } from './effect.tsx'
import { Lacks, lacksOf } from './lacks.tsx'
import { actOfDraft, asksLimit, draftOf } from './limit-draft.ts'
import { Enders } from './limit-effect.tsx'
import { LimitFields } from './limit-fields.tsx'
import { useActWords } from '../log/use-act-words.ts'
import { Waiting } from '../../app/failure/waiting.tsx'

type ActSheetProps = {
  stationId: string
  act: ControlAct
  /** What it is called where it was chosen, if not by the usual word. */
  called?: string
  deviceIds: readonly string[]
  /** The act whose failed devices this repeats. */
  retryOf?: string
  onClose: () => void
  onSent: (controlId: string) => void
}

/** What will happen, what stands in the way, and the serial's last characters: then it is sent. */
export function ActSheet(props: ActSheetProps) {
  const words = useActWords()
  return (
    <Sheet
      open
      onClose={props.onClose}
      title={props.called ?? words.act(props.act.op, argsOf(props.act))}
      size="full"
    >
      <ActForm {...props} />
    </Sheet>
  )
}

const anyLimit = { op: 'limit', pct: 99 } as const

const valid = (act: ControlAct | null): act is ControlAct =>
  act === null
    ? false
    : act.op === 'set'
      ? Number.isInteger(act.report_s / 60) && act.report_s >= 300 && act.report_s <= 14_400
      : true

function ActForm({ stationId, act: given, called, deviceIds, retryOf, onSent }: ActSheetProps) {
  const t = useTranslations('control')
  const format = useFormat()
  const words = useActWords()
  const now = useNow()
  const [set, setSet] = useState(given)
  const [draft, setDraft] = useState(() => (asksLimit(given) ? draftOf(given, now) : null))
  const [tail, setTail] = useState('')
  const [tried, setTried] = useState(false)
  const [despite, setDespite] = useState(false)
  /** No answer came: it may have been sent all the same, and the same press asks. */
  const [unanswered, setUnanswered] = useState(false)
  const act = draft === null ? set : actOfDraft(draft, now)
  const right = valid(act)
  // Whom a limit reaches is the same however far down it goes and for how long.
  const found = usePreview(stationId, draft === null ? set : anyLimit, deviceIds, draft !== null || right)
  const preview = found.data
  const sending = useAct({
    offline: t('offlinePhone'),
    refused: (error) => {
      const lost = error instanceof ApiError && error.status === 0
      setUnanswered(lost)
      void found.refetch()
      return lost ? t('noAnswer') : undefined
    },
  })
  if (!preview) return <Waiting of={found} rows={4} />
  const { confirm, limits } = preview
  const wanted = act ?? anyLimit
  const work = inTheWay(preview.work)
  const wrongTail = confirm !== null && !isTail(tail, confirm.sn)
  const blocked =
    preview.unable > 0 ||
    lacksOf(wanted, preview.devices).length > 0 ||
    preview.devices.length === 0 ||
    preview.devices.length > limits.perCall ||
    preview.devices.length > limits.leftThisHour ||
    (work.length > 0 && !(despite && preview.mayGoDespite)) ||
    preview.devices.some(({ running }) => running !== null)

  const send = async (): Promise<void> => {
    setTried(true)
    if (!right || wrongTail || blocked) return
    setUnanswered(false)
    const body = {
      act,
      deviceIds: [...deviceIds],
      tail,
      ...(despite && { despite }),
      ...(retryOf !== undefined && { retryOf }),
    }
    const sent = await sending.send('POST /api/stations/{stationId}/control', { params: { stationId }, body })
    if (!sent) return
    toast(t(sent.control.state === 'waiting' ? 'waitsForSecond' : 'hint'))
    onSent(sent.control.id)
  }
  return (
    <Form onSend={send} className={styles.form}>
      <Effect act={wanted} preview={preview} draft={draft} now={now} />
      {draft && (
        <>
          <LimitFields
            draft={draft}
            onChange={setDraft}
            devices={preview.devices}
            timeZone={preview.timeZone}
            now={now}
          />
          <Enders draft={draft} preview={preview} now={now} />
        </>
      )}
      <Lacks act={wanted} devices={preview.devices} />
      <Obstacles stationId={stationId} act={wanted} preview={preview} />
      {preview.mayGoDespite && work.length > 0 && (
        <Fields>
          <SwitchField label={t('despite')} help={t('despiteHelp')} checked={despite} onChange={setDespite} />
        </Fields>
      )}
      {preview.offline > 0 && (
        <Note tone="offline" icon={<Unplug size={18} />}>
          <p>{t('offline', { count: preview.offline })}</p>
        </Note>
      )}
      {preview.second && (
        <Note tone="standby" icon={<UserCheck size={18} />} title={t('second')}>
          <p>
            {t('secondText', {
              devices: String(limits.secondDevices),
              power: format.text('power', limits.secondW),
              hourDevices: String(preview.inHour.devices),
              hourPower: format.text('power', preview.inHour.ratedW),
            })}
          </p>
        </Note>
      )}
      <div className={styles.typed}>
        {set.op === 'set' && (
          <NumberField
            label={t('minutes')}
            help={t('minutesHelp')}
            decimals={false}
            value={set.report_s / 60}
            error={right ? undefined : t('minutesHelp')}
            onChange={(minutes) => setSet({ op: 'set', report_s: (minutes ?? Number.NaN) * 60 })}
          />
        )}
        {confirm && (
          <TextField
            label={t('confirmLabel', { count: String(TAIL) })}
            help={
              <>
                {confirm.name ? t('confirmHelp', { name: confirm.name }) : t('confirmSerial')}{' '}
                <Serial sn={confirm.sn} />
              </>
            }
            placeholder={'•'.repeat(TAIL)}
            value={tail}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            maxLength={TAIL_TYPED_MAX}
            error={tried && wrongTail ? t('confirmWrong') : undefined}
            onChange={(event) => setTail(event.target.value)}
          />
        )}
      </div>
      {sending.cut && <ActFailure act={sending} />}
      <FieldError id="control-act" error={sending.cut ? undefined : sending.failed} />
      <Button
        type="submit"
        wide
        busy={sending.busy}
        disabled={sending.cut || blocked}
        // Nothing lights up before it is typed whom it is meant for.
        kind={wrongTail ? 'dim' : wanted.op === 'switch' && !wanted.on ? 'danger' : 'primary'}
        icon={work.length > 0 ? <HardHat size={18} aria-hidden /> : undefined}
      >
        {unanswered
          ? t('tryAgain')
          : preview.second
            ? t('request')
            : t('send', { op: called ?? words.act(wanted.op, right ? argsOf(act) : {}) })}
      </Button>
    </Form>
  )
}

/** A serial with the characters to be typed made plain. */
function Serial({ sn }: { sn: string }) {
  return (
    <span className={styles.serial} dir="ltr">
      {sn.slice(0, -TAIL)}
      <b>{sn.slice(-TAIL)}</b>
    </span>
  )
}
