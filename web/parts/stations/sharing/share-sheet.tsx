import { UserPlus } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { ACCOUNT_TYPED_MAX } from '#domain/accounts/limits.ts'
import { useTranslations } from 'use-intl'
import { useAct } from '../../../app/acts/use-act.ts'
import type { Answer } from '../../../app/data/call-types.ts'
import { useData } from '../../../app/data/query.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { wallDay } from '../../../kit/words/wall-clock.ts'
import { AlertDialog } from '../../../kit/alert-dialog.tsx'
import { Button } from '../../../kit/button.tsx'
import { DateField } from '../../../kit/date-field.tsx'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { Fields } from '../../../kit/field.tsx'
import { useNow } from '../../../kit/time/now.ts'
import { Segmented } from '../../../kit/segmented.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import { instantOf } from '../../../kit/time/zone-instant.ts'
import { Tag } from '../../states/status-pill.tsx'
import { TextField } from '../../../kit/text-field.tsx'
import { toast } from '../../../kit/toast.tsx'
import type { StationData } from '../station-queries.ts'
import styles from './sharing.module.css'
import { Waiting } from '../../../app/failure/waiting.tsx'

type Share = Answer<'GET /api/stations/{stationId}/shares'>['shares'][number]
type Rights = Share['rights']
const DAY_MS = 86_400_000

/** With whom a station is shared, and sharing it with somebody more. */
export function ShareSheet({ station, onClose }: { station: StationData; onClose: () => void }) {
  const t = useTranslations('sharing')
  return (
    <Sheet open title={t('row')} onClose={onClose} size="full">
      <ShareForm station={station} />
      <Shares station={station} />
    </Sheet>
  )
}

function ShareForm({ station: { id, timeZone } }: { station: StationData }) {
  const t = useTranslations('sharing')
  const now = useNow()
  const [rights, setRights] = useState<Rights>('view')
  const [day, setDay] = useState<string | null>(null)
  const [typed, setTyped] = useState(false)
  const act = useAct({ fields: ['account', 'untilAt'] })
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    const account = String(new FormData(form).get('account') ?? '').trim()
    const untilAt = day === null ? null : instantOf({ day, clock: '00:00' }, timeZone) + DAY_MS
    const input = { params: { stationId: id }, body: { account, rights, untilAt } }
    if (!(await act.send('POST /api/stations/{stationId}/shares', input))) return
    toast(t('shared'))
    form.reset()
    setDay(null)
    setTyped(false)
  }
  const wall = wallDay(now, timeZone)
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <Fields>
        <TextField
          label={t('account')}
          help={t('accountHelp')}
          placeholder={t('accountPlaceholder')}
          error={act.wrong.account ?? act.failed}
          name="account"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={ACCOUNT_TYPED_MAX}
          onChange={(event) => setTyped(event.target.value.trim() !== '')}
          required
        />
        <DateField
          label={t('until')}
          help={t('untilHelp')}
          error={act.wrong.untilAt}
          optional
          value={day}
          onChange={setDay}
          min={wall}
          max={`${Number(wall.slice(0, 4)) + 10}-12-31`}
          startAt={wall}
        />
      </Fields>
      <div className={styles.rights}>
        <Segmented
          label={t('rights')}
          options={(['view', 'manage'] as const).map((value) => ({ value, label: t(value) }))}
          value={rights}
          onChange={setRights}
        />
        <p className={styles.note}>{t(`${rights}Text`)}</p>
        <Button type="submit" kind={typed ? 'primary' : 'dim'} wide busy={act.busy}>
          {t('send')}
        </Button>
      </div>
    </form>
  )
}

function Shares({ station }: { station: StationData }) {
  const t = useTranslations('sharing')
  const input = { params: { stationId: station.id } }
  const found = useData('GET /api/stations/{stationId}/shares', input, { staleTime: 0 })
  const [leaving, setLeaving] = useState<Share | null>(null)
  const act = useAct({ toasts: true })
  const takeBack = async (): Promise<void> => {
    if (!leaving) return
    const params = { stationId: station.id, shareId: leaving.id }
    if (await act.send('DELETE /api/stations/{stationId}/shares/{shareId}', { params })) toast(t('takenBack'))
    setLeaving(null)
  }
  if (!found.data) return <Waiting of={found} inline />
  const { shares } = found.data
  if (shares.length === 0)
    return (
      <EmptyState inline icon={<UserPlus size={26} aria-hidden />} title={t('none')} text={t('noneText')} />
    )
  return (
    <section aria-label={t('with')}>
      <h3 className={styles.heading}>{t('with')}</h3>
      <ul className={styles.list}>
        {shares.map((share) => (
          <ShareRow
            key={share.id}
            share={share}
            timeZone={station.timeZone}
            onTakeBack={() => setLeaving(share)}
          />
        ))}
      </ul>
      <AlertDialog
        open={leaving !== null}
        title={t('takeBackTitle', { name: leaving?.person.name ?? '' })}
        text={t('takeBackText')}
        confirm={t('takeBack')}
        danger
        busy={act.busy}
        onConfirm={() => void takeBack()}
        onCancel={() => setLeaving(null)}
      />
    </section>
  )
}

type ShareRowProps = { share: Share; timeZone: string; onTakeBack: () => void }

function ShareRow({ share, timeZone, onTakeBack }: ShareRowProps) {
  const t = useTranslations('sharing')
  const format = useFormat()
  const now = useNow()
  const dayOf = (ts: number): string => format.day(wallDay(ts, timeZone))
  const ended = share.untilAt !== null && share.untilAt <= now
  // The share ends as its last day does: the instant itself is on the day after.
  const last = share.untilAt === null ? null : dayOf(share.untilAt - 1)
  return (
    <li className={styles.entry}>
      <div className={styles.entryMain}>
        <p className={styles.name}>
          {share.person.name} <Tag>{t(share.rights)}</Tag>
        </p>
        <p className={styles.note}>{t('by', { account: share.account, day: dayOf(share.grantedAt) })}</p>
        <p className={styles.note}>
          {last === null ? t('always') : t(ended ? 'ended' : 'untilDay', { day: last })}
        </p>
      </div>
      <Button kind="quiet" small aria-label={`${t('takeBack')} – ${share.person.name}`} onClick={onTakeBack}>
        {t('takeBack')}
      </Button>
    </li>
  )
}
