import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { useAct } from '../../../app/acts/use-act.ts'
import type { Answer } from '../../../app/data/call-types.ts'
import { dataKey, queryClient, useData } from '../../../app/data/query.ts'
import { Button } from '../../../kit/button.tsx'
import { Fields } from '../../../kit/field.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import { SwitchField } from '../../../kit/switch-field.tsx'
import { TextField } from '../../../kit/text-field.tsx'
import { toast } from '../../../kit/toast.tsx'
import styles from './messages.module.css'
import { PushPart } from './push-part.tsx'
import { StationSwitches } from './station-switches.tsx'
import { phoneZone } from '../../../kit/words/wall-clock.ts'
import { Waiting } from '../../../app/failure/waiting.tsx'

type Choice = Answer<'GET /api/notifications'>['choice']

const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const minuteOf = (clock: string): number => {
  const [hours = '0', minutes = '0'] = clock.split(':')
  return Number(hours) * 60 + Number(minutes)
}
const night = { from: 22 * 60, to: 7 * 60 }

/** Which alarms, orders and stations one wants to be told of, and when not. */
export function ChoicesSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations('messages.choices')
  const found = useData('GET /api/notifications', undefined, { staleTime: 0 })
  return (
    <Sheet open title={t('title')} onClose={onClose} size="full">
      {found.data ? (
        <>
          <PushPart />
          <ChoicesForm choice={found.data.choice} onSaved={onClose} />
        </>
      ) : (
        <Waiting of={found} inline rows={6} />
      )}
    </Sheet>
  )
}

function ChoicesForm({ choice, onSaved }: { choice: Choice; onSaved: () => void }) {
  const t = useTranslations('messages.choices')
  const levelWords = useTranslations('level')
  const [levels, setLevels] = useState(choice.levels)
  const [orders, setOrders] = useState(choice.orders)
  const [quiet, setQuiet] = useState(choice.quiet)
  const [stations, setStations] = useState(choice.stations)
  const act = useAct({ toasts: true })
  const save = async (): Promise<void> => {
    // Quiet hours are those of the phone they were chosen on.
    const body = { levels, orders, quiet, stations, zone: phoneZone() }
    const answer = await act.send('PUT /api/notifications', { body })
    if (!answer) return
    queryClient.setQueryData(dataKey('GET /api/notifications'), answer)
    toast(t('saved'))
    onSaved()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void save()
  }
  return (
    <form onSubmit={submit}>
      <fieldset>
        <legend className={styles.legend}>{t('levels')}</legend>
        <Fields>
          {alarmLevels.map((level) => (
            <SwitchField
              key={level}
              label={levelWords(level)}
              checked={levels.includes(level)}
              onChange={(on) => setLevels(on ? [...levels, level] : levels.filter((one) => one !== level))}
            />
          ))}
        </Fields>
      </fieldset>
      <Fields>
        <SwitchField label={t('orders')} help={t('ordersHelp')} checked={orders} onChange={setOrders} />
        <SwitchField
          label={t('quiet')}
          help={t('quietHelp')}
          checked={quiet !== null}
          onChange={(on) => setQuiet(on ? night : null)}
        />
        {quiet && (
          <>
            <TextField
              label={t('from')}
              type="time"
              required
              value={clockOf(quiet.from)}
              onChange={(event) => setQuiet({ ...quiet, from: minuteOf(event.target.value) })}
            />
            <TextField
              label={t('to')}
              type="time"
              required
              value={clockOf(quiet.to)}
              onChange={(event) => setQuiet({ ...quiet, to: minuteOf(event.target.value) })}
            />
          </>
        )}
        <SwitchField
          label={t('allStations')}
          checked={stations === null}
          onChange={(all) => setStations(all ? null : [])}
        />
        {stations !== null && <StationSwitches chosen={stations} onChange={setStations} />}
      </Fields>
      <div className={styles.top}>
        <Button type="submit" wide busy={act.busy}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
