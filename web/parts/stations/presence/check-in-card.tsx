import { HardHat, MessageCircleQuestion, Phone } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAct } from '../../../app/acts/use-act.ts'
import type { Answer } from '../../../app/data/call-types.ts'
import { useData } from '../../../app/data/query.ts'
import { pathTo } from '../../../paths.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Button } from '../../../kit/button.tsx'
import { Card } from '../../../kit/card.tsx'
import { lazySheet } from '../../../app/failure/lazy-sheet.tsx'
import { useNow } from '../../../kit/time/now.ts'
import { Row, Rows } from '../../../kit/row.tsx'
import { phoneAddress } from './phone-address.ts'
import { toast } from '../../../kit/toast.tsx'

const PhoneSheet = lazySheet(async () => (await import('./phone-sheet.tsx')).PhoneSheet)

export type Presence = Answer<'GET /api/stations/{stationId}/check-ins'>

type CheckInCardProps = {
  stationId: string
  timeZone: string
  presence: Presence
  /** A line alone, while nobody is there. */
  small?: boolean
}

/** Who is at a station, and saying that I am. */
export function CheckInCard({ stationId, timeZone, presence, small = false }: CheckInCardProps) {
  const t = useTranslations('presence')
  const format = useFormat()
  const now = useNow()
  const act = useAct({ toasts: true })
  const [open, setOpen] = useState(false)
  const { checkIns, total, may, elsewhere } = presence
  const mine = checkIns.find((one) => one.mine)
  const params = { stationId }
  const asked = (useData('GET /api/control-questions').data?.questions ?? []).filter(
    (one) => mine?.person?.id === one.askedTo.id && one.station.id === stationId && one.answer === null,
  )
  const press = async (): Promise<void> => {
    const done = mine
      ? await act.send('DELETE /api/stations/{stationId}/check-in', { params })
      : await act.send('POST /api/stations/{stationId}/check-in', { params, body: {} })
    if (done) toast(t(mine ? 'doneOut' : 'doneIn'))
  }
  const hat = <HardHat size={20} aria-hidden />
  const button = may && (
    <Button small kind={mine ? 'quiet' : 'soft'} busy={act.busy} onClick={() => void press()}>
      {t(mine ? 'checkOut' : 'checkIn')}
    </Button>
  )
  if (small)
    return (
      <Card flush>
        <Row
          icon={hat}
          label={t('nobody')}
          hint={format.sentences([
            elsewhere && t('movesHint', { station: elsewhere.name }),
            may && t('nobodyHint'),
          ])}
          value={button}
        />
      </Card>
    )
  return (
    <Card flush title={t('title')} action={button}>
      <Rows>
        {checkIns.map((one) => {
          const when = { since: format.age(one.since, now), until: format.clock(one.until, timeZone) }
          const name = one.person?.name ?? t('somebody')
          return (
            <Row
              key={one.id}
              icon={hat}
              label={one.mine ? t('you') : name}
              hint={t(one.mine ? 'youHint' : 'line', when)}
              {...(!one.mine &&
                one.phone !== null && {
                  value: one.phone,
                  call: phoneAddress(one.phone),
                })}
            />
          )
        })}
        {total > checkIns.length && <Row label={t('more', { count: total - checkIns.length })} />}
        {asked.map((one) => (
          <Row
            key={one.id}
            icon={<MessageCircleQuestion size={20} aria-hidden />}
            label={one.text}
            hint={t('askedBy', { by: one.askedBy.name, age: format.age(one.askedAt, now) })}
            to={pathTo('remote-control', { stationId })}
          />
        ))}
        {mine && (
          <Row
            icon={<Phone size={20} aria-hidden />}
            label={t('phone')}
            value={mine.phone ?? t('phoneNone')}
            onPress={() => setOpen(true)}
          />
        )}
        {checkIns.length === 0 && (
          <Row
            icon={hat}
            label={t('nobody')}
            hint={format.sentences([
              elsewhere && t('movesHint', { station: elsewhere.name }),
              t('nobodyHint'),
            ])}
          />
        )}
      </Rows>
      {open && <PhoneSheet stationId={stationId} phone={mine?.phone ?? ''} onClose={() => setOpen(false)} />}
    </Card>
  )
}
