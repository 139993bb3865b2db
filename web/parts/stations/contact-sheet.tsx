import { TriangleAlert } from 'lucide-react'
import { OWNER_NAME_MAX } from '#domain/stations/limits.ts'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { callingCodeOf } from '#domain/stations/countries.ts'
import type { StationContact } from '#domain/stations/fields.ts'
import { FormFailure } from '../../app/session/brand.tsx'
import { Note } from '../states/note.tsx'
import { Button } from '../../kit/button.tsx'
import { Fields } from '../../kit/field.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { TextField } from '../../kit/text-field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAct } from '../../app/acts/use-act.ts'
import { CallingCodeField } from './form/fields/calling-code-field.tsx'
import { spreadStation } from './form/save-station.ts'
import { call } from '../../app/data/call.ts'
import { staleStation } from './form/stale-station.ts'
import type { StationData } from './station-queries.ts'
import styles from './information-tab.module.css'

type Props = { station: StationData; onClose: () => void }

const contactOf = ({ ownerName, phoneCountry, phone }: StationData): StationContact => ({
  ownerName,
  phoneCountry,
  phone,
})
const same = (one: StationData, other: StationData): boolean =>
  JSON.stringify(contactOf(one)) === JSON.stringify(contactOf(other))

/** Whom to call about a station, for those who may change that and nothing else of it. */
export function ContactSheet({ station, onClose }: Props) {
  const t = useTranslations('editing')
  const info = useTranslations('station.info')
  const ui = useTranslations('ui')
  const form = useAct({ fields: ['ownerName', 'phoneCountry', 'phone'] })
  // What the person began with, and its version; a live change of the page does not move them.
  const [seen, setSeen] = useState(station)
  const [typed, setTyped] = useState(() => contactOf(station))
  const [theirs, setTheirs] = useState(false)
  const change = (next: Partial<StationContact>): void => {
    setTyped({ ...typed, ...next })
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
      setSeen(found.station)
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
    spreadStation(saved)
    toast(t('saved'))
    onClose()
  }
  const code = seen.phoneCountry === null ? undefined : callingCodeOf(seen.phoneCountry)
  const theirPhone = [code && `+${code}`, seen.phone].filter(Boolean).join(' ')
  return (
    <Sheet open title={info('contact')} onClose={onClose}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
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
          <FormFailure text={form.failed} />
          <Button type="submit" wide busy={form.busy}>
            {ui('save')}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
