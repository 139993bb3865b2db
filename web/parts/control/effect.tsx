import { deviceKinds } from '#domain/devices/kinds.ts'
import { CircleAlert, HardHat, Hourglass } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import { argsOf, type ControlAct } from '#domain/commands/control-ops.ts'
import { useAct } from '../../app/acts/use-act.ts'
import { Note } from '../states/note.tsx'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { phoneAddress } from '../stations/presence/phone-address.ts'
import { Button } from '../../kit/button.tsx'
import { Figure, TextFigure } from '../../kit/figure.tsx'
import { Figures } from '../../kit/figures.tsx'
import { useNow } from '../../kit/time/now.ts'
import { toast } from '../../kit/toast.tsx'
import styles from './control.module.css'
import { inTheWay, type Preview } from './control-queries.ts'
import type { LimitDraft } from './limit-draft.ts'
import { Taken, useLimitSentence } from './limit-effect.tsx'
import { useActWords } from '../log/use-act-words.ts'

type EffectProps = {
  act: ControlAct
  preview: Preview
  /** Of a limit. */
  draft?: LimitDraft | null
  now: number
}

/** What will happen, to how many devices and how much power. */
export function Effect({ act, preview, draft = null, now }: EffectProps) {
  const t = useTranslations('control')
  const limits = useTranslations('limits')
  const words = useKindWords()
  const limitSentence = useLimitSentence(preview.timeZone)
  const { counts, ratedW, powerW } = preview
  const count = preview.devices.length
  const kinds = deviceKinds.filter((kind) => counts[kind] > 0)
  const only = kinds.length === 1 ? kinds[0] : undefined
  /** Gateways alone have none. */
  const hasPower = act.op !== 'set' && count > counts.gateway
  const allShutdown = count > 0 && counts.shutdown === count
  const sentence = (): string => {
    if (draft !== null) return limitSentence(draft, count, now)
    if (act.op === 'limit') return limits('effectLift', { count })
    if (act.op === 'restart') return t('effect.restart', { count })
    if (act.op === 'set') return t('effect.set', { count })
    const kind = allShutdown ? 'shutdown' : 'switch'
    return t(`effect.${kind}_${act.on ? 'on' : 'off'}`, { count })
  }
  return (
    <section className={styles.effect}>
      <p className={styles.effectText}>{sentence()}</p>
      <Figures>
        <TextFigure label={only ? words.many(only) : t('devicesCount')} text={String(count)} size="m" />
        {hasPower && <Figure label={t('reaches')} measure="power" value={ratedW} size="m" />}
        {hasPower && (
          <Figure
            label={t('nowPower')}
            measure="power"
            value={powerW}
            size="m"
            {...(powerW === null && { note: t('unknownPower') })}
          />
        )}
        {draft !== null && <Taken draft={draft} preview={preview} />}
      </Figures>
      {kinds.length > 1 && (
        <p className={styles.hint}>
          <Dotted parts={kinds.map((one) => words.count(one, counts[one]))} />
        </p>
      )}
    </section>
  )
}

/** What stands in the way: people at work, open commands, too many devices, devices that cannot. */
export function Obstacles({
  stationId,
  act,
  preview,
}: {
  stationId: string
  act: ControlAct
  preview: Preview
}) {
  const t = useTranslations('control')
  const format = useFormat()
  const now = useNow()
  const { limits, work, workTotal, devices, unable } = preview
  const blocking = inTheWay(work)
  const elsewhere = work.filter((one) => !blocking.includes(one))
  const running = devices.find((one) => one.running !== null)
  return (
    <>
      {blocking.length > 0 && (
        <Note tone="fault" icon={<HardHat size={18} />} title={t('workTitle')}>
          {blocking.map((one) => (
            <Worker key={one.id} stationId={stationId} act={act} work={one} />
          ))}
          <p>{t('workText')}</p>
        </Note>
      )}
      {elsewhere.length > 0 && (
        <Note tone="standby" icon={<HardHat size={18} />} title={t('workElsewhereTitle')}>
          {elsewhere.map((one) => (
            <Worker key={one.id} stationId={stationId} act={act} work={one} />
          ))}
        </Note>
      )}
      {workTotal > work.length && (
        <Note tone="standby" icon={<HardHat size={18} />}>
          <p>{t('workMore', { count: workTotal - work.length })}</p>
        </Note>
      )}
      {running?.running && (
        <Note tone="standby" icon={<Hourglass size={18} />}>
          <p role="alert">
            {t('running', {
              sn: running.sn,
              by: running.running.by ?? t('runningSystem'),
              age: format.age(running.running.at, now),
            })}
          </p>
        </Note>
      )}
      {unable > 0 && (
        <Note tone="curtailed" icon={<CircleAlert size={18} />}>
          <p role="alert">{t('unable', { count: String(unable) })}</p>
        </Note>
      )}
      {devices.length > limits.perCall && (
        <Note tone="curtailed" icon={<CircleAlert size={18} />}>
          <p role="alert">{t('tooMany', { count: String(limits.perCall) })}</p>
        </Note>
      )}
      {devices.length <= limits.perCall && devices.length > limits.leftThisHour && (
        <Note tone="curtailed" icon={<CircleAlert size={18} />}>
          <p role="alert">
            {t('tooManyHour', { count: String(limits.perHour), left: String(limits.leftThisHour) })}
          </p>
        </Note>
      )}
    </>
  )
}

const workWords = { order: 'workOrder', checked_in: 'workCheckedIn', elsewhere: 'workElsewhere' } as const

type WorkerProps = { stationId: string; act: ControlAct; work: Preview['work'][number] }

/** Who it is and since when, with the number to call and a question to send. */
function Worker({ stationId, act, work: { kind, person, phone, title, since } }: WorkerProps) {
  const t = useTranslations('control')
  const format = useFormat()
  const now = useNow()
  const name = person?.name ?? '–'
  return (
    <div className={styles.worker}>
      <p>{t(workWords[kind], { name, title, age: format.age(since, now) })}</p>
      {phone !== null && (
        <a className={styles.other} href={phoneAddress(phone)} aria-label={t('workCall', { name, phone })}>
          {phone}
        </a>
      )}
      {person && <Ask stationId={stationId} act={act} person={person} />}
    </div>
  )
}

function Ask({
  stationId,
  act,
  person,
}: {
  stationId: string
  act: ControlAct
  person: { id: string; name: string }
}) {
  const t = useTranslations('control')
  const words = useActWords()
  const [asked, setAsked] = useState(false)
  const sending = useAct({ toasts: true })
  const ask = async (): Promise<void> => {
    const text = t('askText', { op: words.act(act.op, argsOf(act)) })
    const input = { params: { stationId }, body: { personId: person.id, act, text } }
    if (!(await sending.send('POST /api/stations/{stationId}/control/questions', input))) return
    setAsked(true)
    toast(t('asked'))
  }
  return (
    <Button kind="soft" small busy={sending.busy} disabled={asked} onClick={() => void ask()}>
      {asked ? t('asked') : t('ask', { name: person.name })}
    </Button>
  )
}
