import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { useAct } from '../../../app/acts/use-act.ts'
import type { Answer, CallInput } from '../../../app/data/call-types.ts'
import { dataKey, queryClient, useData } from '../../../app/data/query.ts'
import { ClockField } from '../../../kit/clock-field.tsx'
import { Fields } from '../../../kit/field.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import { SwitchField } from '../../../kit/switch-field.tsx'
import styles from './messages.module.css'
import { PushPart } from './push-part.tsx'
import { StationSwitches } from './station-switches.tsx'
import { phoneZone } from '../../../kit/words/wall-clock.ts'
import { Waiting } from '../../../app/failure/waiting.tsx'

type Choice = Answer<'GET /api/notifications'>['choice']
type Body = CallInput<'PUT /api/notifications'>['body']

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
          <Choices saved={found.data.choice} />
        </>
      ) : (
        <Waiting of={found} inline rows={6} />
      )}
    </Sheet>
  )
}

/** Whoever closes the sheet and opens it again while something is on its way sees what was chosen. */
const showNext = (body: Body): void => {
  queryClient.setQueryData<Answer<'GET /api/notifications'>>(
    dataKey('GET /api/notifications'),
    (before) =>
      before && {
        ...before,
        choice: { ...before.choice, ...body, reports: body.reports ?? before.choice.reports },
      },
  )
}

/** Each holds at once, like the display settings; one that was refused goes back to what holds. */
function useChoice(saved: Choice) {
  const [choice, setChoice] = useState<Body>(() => bodyOf(saved))
  const holds = useRef(choice)
  const wanted = useRef(choice)
  const sending = useRef(false)
  const act = useAct({ toasts: true })
  const send = async (): Promise<void> => {
    // What is changed while one is under way is sent after it: the last word counts.
    if (sending.current) return
    sending.current = true
    while (wanted.current !== holds.current) {
      const body = wanted.current
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const answer = await act.send('PUT /api/notifications', { body })
      if (!answer) {
        wanted.current = holds.current
        setChoice(holds.current)
        showNext(holds.current)
        break
      }
      holds.current = body
      queryClient.setQueryData(dataKey('GET /api/notifications'), answer)
      showNext(wanted.current)
    }
    sending.current = false
  }
  const change = (by: Partial<Body>): void => {
    // Quiet hours are those of the phone they were chosen on.
    wanted.current = { ...wanted.current, ...by, zone: phoneZone() }
    setChoice(wanted.current)
    showNext(wanted.current)
    void send()
  }
  return [choice, change] as const
}

const bodyOf = ({ levels, orders, quiet, reports, stations, zone }: Choice): Body => ({
  levels,
  orders,
  quiet,
  reports,
  stations,
  zone,
})

function Choices({ saved }: { saved: Choice }) {
  const t = useTranslations('messages.choices')
  const levelWords = useTranslations('level')
  const [{ levels, orders, quiet, reports = true, stations }, change] = useChoice(saved)
  const push = useData('GET /api/push', undefined, { staleTime: 0 }).data
  const isOff = push !== undefined && !push.subscriptions.some(({ here }) => here)
  return (
    <div>
      {isOff && <p className={styles.legend}>{t('offHere')}</p>}
      <fieldset>
        <legend className={styles.legend}>{t('levels')}</legend>
        <Fields>
          {alarmLevels.map((level) => (
            <SwitchField
              key={level}
              label={levelWords(level)}
              checked={levels.includes(level)}
              onChange={(on) =>
                change({ levels: on ? [...levels, level] : levels.filter((one) => one !== level) })
              }
            />
          ))}
        </Fields>
      </fieldset>
      <Fields>
        <SwitchField
          label={t('orders')}
          help={t('ordersHelp')}
          checked={orders}
          onChange={(on) => change({ orders: on })}
        />
        <SwitchField
          label={t('reports')}
          help={t('reportsHelp')}
          checked={reports}
          onChange={(on) => change({ reports: on })}
        />
        <SwitchField
          label={t('quiet')}
          help={t('quietHelp')}
          checked={quiet !== null}
          onChange={(on) => change({ quiet: on ? night : null })}
        />
        {quiet && (
          <>
            <ClockField
              label={t('from')}
              value={clockOf(quiet.from)}
              onChange={(clock) => change({ quiet: { ...quiet, from: minuteOf(clock) } })}
            />
            <ClockField
              label={t('to')}
              value={clockOf(quiet.to)}
              onChange={(clock) => change({ quiet: { ...quiet, to: minuteOf(clock) } })}
            />
          </>
        )}
        <SwitchField
          label={t('allStations')}
          checked={stations === null}
          onChange={(all) => change({ stations: all ? null : [] })}
        />
        {stations && <StationSwitches chosen={stations} onChange={(ids) => change({ stations: ids })} />}
      </Fields>
    </div>
  )
}
