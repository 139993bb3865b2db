import { HardHat, Phone } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call, type Answer } from '../../data/call.ts'
import { refresh, useData } from '../../data/query.ts'
import { useFormat } from '../../phrases/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useFailureText } from '../../ui/error-state.tsx'
import { useNow } from '../../ui/now.ts'
import { Row, Rows } from '../../ui/row.tsx'
import { toast } from '../../ui/toast.tsx'
import { PhoneLink } from '../phone-link.tsx'

const PhoneSheet = lazy(async () => ({ default: (await import('./phone-sheet.tsx')).PhoneSheet }))

type Presence = Answer<'GET /api/stations/{stationId}/check-ins'>
/** A check-in ends by itself, and nothing tells of that. */
const askEveryMs = 60_000

type CheckInCardProps = {
  stationId: string
  timeZone: string
  /** Only when somebody is there. */
  quiet?: boolean
}

/** Who is at a station, and saying that I am: nothing for those who may not, while nobody is there. */
export function CheckInCard({ stationId, timeZone, quiet = false }: CheckInCardProps) {
  const { data } = useData(
    'GET /api/stations/{stationId}/check-ins',
    { params: { stationId } },
    { refetchInterval: askEveryMs },
  )
  if (!data || (data.checkIns.length === 0 && (quiet || !data.may))) return null
  return <Loaded stationId={stationId} timeZone={timeZone} presence={data} />
}

function Loaded({ stationId, timeZone, presence }: Omit<CheckInCardProps, 'quiet'> & { presence: Presence }) {
  const t = useTranslations('presence')
  const format = useFormat()
  const now = useNow()
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const [open, setOpen] = useState(false)
  const { checkIns, may, elsewhere } = presence
  const mine = checkIns.find((one) => one.mine)
  const params = { stationId }
  const press = async (): Promise<void> => {
    setBusy(true)
    try {
      if (mine) await call('DELETE /api/stations/{stationId}/check-in', { params })
      else await call('POST /api/stations/{stationId}/check-in', { params, body: {} })
      toast(t(mine ? 'doneOut' : 'doneIn'))
      await refresh('GET /api/stations/{stationId}/check-ins')
    } catch (error) {
      toast(failureText(error), 'failed')
    } finally {
      setBusy(false)
    }
  }
  const hat = <HardHat size={20} aria-hidden />
  return (
    <Card
      flush
      title={t('title')}
      action={
        may && (
          <Button small kind={mine ? 'quiet' : 'soft'} busy={busy} onClick={() => void press()}>
            {t(mine ? 'checkOut' : 'checkIn')}
          </Button>
        )
      }
    >
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
                  value: <PhoneLink phone={one.phone} label={t('call', { name, phone: one.phone })} />,
                })}
            />
          )
        })}
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
            hint={elsewhere ? t('movesHint', { station: elsewhere.name }) : t('nobodyHint')}
          />
        )}
      </Rows>
      {open && (
        <Suspense fallback={null}>
          <PhoneSheet stationId={stationId} phone={mine?.phone ?? ''} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  )
}
