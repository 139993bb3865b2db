import { Check, HardHat, LogOut } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useAct } from '../../../app/acts/use-act.ts'
import { words } from '../../../app/phrases/catalogues.ts'
import { useAllowed } from '../../../app/session/allowed.tsx'
import { lazyPart } from '../../../kit/lazy-part.tsx'
import { toast } from '../../../kit/toast.tsx'
import { onSiteId, usePresence } from './on-site.tsx'
import { RoundButton, RoundWaiting } from './round.tsx'

type CheckInButtonProps = {
  stationId: string
  /** The work here is over: nobody comes any more, and whoever is still checked in leaves with it. */
  over: boolean
}

/** Says that one is at the station; once said, shows who is. Nothing for whoever may not. */
export const CheckInButton = lazyPart(
  async () => {
    await words.need('presence')
    return CheckIn
  },
  ({ over }: CheckInButtonProps) => !over && <Coming />,
)

function Coming() {
  return useAllowed('om:order:handle') && <RoundWaiting />
}

function CheckIn({ stationId, over }: CheckInButtonProps) {
  const t = useTranslations('presence')
  const act = useAct({ toasts: true })
  const { data, isLoading } = usePresence(stationId)
  if (isLoading && !over) return <Coming />
  if (!data?.may) return null
  const isIn = data.checkIns.some(({ mine }) => mine)
  if (over && !isIn) return null
  const params = { stationId }
  const press = async (): Promise<void> => {
    if (over) {
      if (await act.send('DELETE /api/stations/{stationId}/check-in', { params })) toast(t('doneOut'))
    } else if (isIn) document.getElementById(onSiteId)?.scrollIntoView({ block: 'center' })
    else if (await act.send('POST /api/stations/{stationId}/check-in', { params, body: {} }))
      toast(t('doneIn'))
  }
  return (
    <RoundButton
      label={t(over ? 'checkOut' : isIn ? 'isIn' : 'checkIn')}
      done={isIn && !over}
      busy={act.busy}
      icon={
        over ? (
          <LogOut size={22} aria-hidden />
        ) : isIn ? (
          <Check size={22} aria-hidden />
        ) : (
          <HardHat size={22} aria-hidden />
        )
      }
      onPress={() => void press()}
    />
  )
}
