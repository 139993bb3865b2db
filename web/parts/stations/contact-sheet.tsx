import { TriangleAlert } from 'lucide-react'
import { OWNER_NAME_MAX } from '#domain/stations/limits.ts'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { callingCodeOf } from '#domain/stations/countries.ts'
import type { StationContact } from '#domain/stations/fields.ts'
import { DraftSheet, type SheetDraft } from '../../app/acts/draft-sheet.tsx'
import { serverNow } from '../../kit/time/clock.ts'
import { ActFailure } from '../states/act-failure.tsx'
import { Note } from '../states/note.tsx'
import { Button } from '../../kit/button.tsx'
import { Fields } from '../../kit/field.tsx'
import { TextField } from '../../kit/text-field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAct } from '../../app/acts/use-act.ts'
import { CallingCodeField } from './form/fields/calling-code-field.tsx'
import { RestoredDraft } from './form/draft-note.tsx'
import { spreadStation } from './form/save-station.ts'
import { call } from '../../app/data/call.ts'
import { staleStation } from './form/stale-station.ts'
import type { StationData } from './station-queries.ts'
import styles from './information-tab.module.css'

type Props = { station: StationData; onClose: () => void }

/** What the person began with, and its version. */
type Seen = StationContact & { version: number }
type Draft = { v: 1; typed: StationContact; seen: Seen; savedAt: number }

const contactOf = ({ ownerName, phoneCountry, phone }: StationContact): StationContact => ({
  ownerName,
  phoneCountry,
  phone,
})
const seenOf = (station: Seen): Seen => ({ ...contactOf(station), version: station.version })
const same = (one: StationContact, other: StationContact): boolean =>
  JSON.stringify(contactOf(one)) === JSON.stringify(contactOf(other))

/**
 * Whom to call about a station, for those who may change that and nothing else of it. What is typed stays on the phone
 * until it is saved.
 */
export function ContactSheet({ station, onClose }: Props) {
  const info = useTranslations('station.info')
  return (
    <DraftSheet<Draft> of={`contact ${station.id}`} title={info('contact')} onClose={onClose}>
      {(draft) => <ContactForm station={station} onClose={onClose} draft={draft} />}
    </DraftSheet>
  )
}

function ContactForm({
  station,
  onClose,
  draft: { found, keep, drop },
}: Props & { draft: SheetDraft<Draft> }) {
  const t = useTranslations('editing')
  const ui = useTranslations('ui')
  const form = useAct({ fields: ['ownerName', 'phoneCountry', 'phone'], offline: t('offline') })
  const [restored, setRestored] = useState(found)
  // A live change of the page does not move it.
  const [seen, setSeen] = useState<Seen>(() => found?.seen ?? seenOf(station))
  const [typed, setTyped] = useState(() => found?.typed ?? contactOf(station))
  const [theirs, setTheirs] = useState(false)
  const change = (next: Partial<StationContact>): void => {
    const whole = { ...typed, ...next }
    setTyped(whole)
    if (same(whole, seen)) void drop()
    else keep({ v: 1, typed: whole, seen, savedAt: serverNow() })
    for (const field of ['ownerName', 'phoneCountry', 'phone'] as const)
      if (next[field] !== undefined) form.clear(field)
  }

  const put = async (ifMatch: number): Promise<StationData> => {
    const params = { stationId: station.id }
    const answer = await call('PUT /api/stations/{stationId}/contact', { params, body: typed, ifMatch })
    return answer.station
  }
  const save = async (): Promise<StationData> => {
    try {
      return await put(seen.version)
    } catch (error) {
      const found = staleStation(error)
      if (!found) throw error
      setSeen(seenOf(found.station))
      // Something else of the station was changed meanwhile: what stands here contradicts nobody.
      if (same(found.station, seen)) return put(found.station.version)
      setTheirs(true)
      throw error
    }
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const saved = await form.run(save)
    if (!saved) return
    await drop()
    spreadStation(saved)
    toast(t('saved'))
    onClose()
  }
  const code = seen.phoneCountry === null ? undefined : callingCodeOf(seen.phoneCountry)
  const theirPhone = [code && `+${code}`, seen.phone].filter(Boolean).join(' ')
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {restored && (
        <RestoredDraft
          savedAt={restored.savedAt}
          onDiscard={() => {
            setRestored(null)
            setSeen(seenOf(station))
            setTyped(contactOf(station))
            setTheirs(false)
            void drop()
          }}
        />
      )}
      <Fields>
        <TextField
          label={t('ownerName')}
          placeholder={t('ownerPlaceholder')}
          optional
          name="ownerName"
          autoComplete="off"
          maxLength={OWNER_NAME_MAX}
          value={typed.ownerName}
          error={form.wrong.ownerName}
          onChange={(event) => change({ ownerName: event.target.value })}
        />
        <CallingCodeField
          value={typed.phoneCountry}
          error={form.wrong.phoneCountry}
          onChange={(phoneCountry) => change({ phoneCountry })}
        />
        <TextField
          label={t('phone')}
          placeholder={t('phonePlaceholder')}
          optional
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          value={typed.phone}
          error={form.wrong.phone}
          onChange={(event) => change({ phone: event.target.value })}
        />
      </Fields>
      <div className={styles.act}>
        {theirs && (
          <Note tone="curtailed" icon={<TriangleAlert size={18} />} title={t('conflict.theirs')}>
            <p>
              {t('ownerName')}: {seen.ownerName || t('conflict.empty')}
            </p>
            <p>
              {t('phone')}: {theirPhone || t('conflict.empty')}
            </p>
          </Note>
        )}
        <ActFailure act={form} />
        <Button type="submit" wide busy={form.busy} disabled={form.cut}>
          {ui('save')}
        </Button>
      </div>
    </form>
  )
}
