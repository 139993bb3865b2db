import { Check, HardHat } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useAct } from '../../../app/acts/use-act.ts'
import { words } from '../../../app/phrases/catalogues.ts'
import { lazyPart } from '../../../kit/lazy-part.tsx'
import { toast } from '../../../kit/toast.tsx'
import { onSiteId, usePresence } from './on-site.tsx'
import { RoundButton } from './round.tsx'

/** Says that one is at the station; once said, shows who is. Nothing for whoever may not. */
export const CheckInButton = lazyPart(async () => {
  await words.need('presence')
  return CheckIn
})

function CheckIn({ stationId }: { stationId: string }) {
  const t = useTranslations('presence')
  const act = useAct({ toasts: true })
  const { data } = usePresence(stationId)
  if (!data?.may) return null
  const isIn = data.checkIns.some(({ mine }) => mine)
  const press = async (): Promise<void> => {
    if (isIn) {
      document.getElementById(onSiteId)?.scrollIntoView({ block: 'center' })
      return
    }
    if (await act.send('POST /api/stations/{stationId}/check-in', { params: { stationId }, body: {} }))
      toast(t('doneIn'))
  }
  return (
    <RoundButton
      label={t(isIn ? 'isIn' : 'checkIn')}
      done={isIn}
      busy={act.busy}
      icon={isIn ? <Check size={22} aria-hidden /> : <HardHat size={22} aria-hidden />}
      onPress={() => void press()}
    />
  )
}
