import { useTranslations } from 'use-intl'
import { useAct } from '../../app/acts/use-act.ts'
import { toast } from '../../kit/toast.tsx'

/** Lets devices be read now; changes nothing, so it asks for nothing. */
export const useReadNow = () => {
  const t = useTranslations('controls')
  const act = useAct({ toasts: true })
  const read = async (stationId: string, deviceIds: readonly string[]): Promise<void> => {
    const input = { params: { stationId }, body: { deviceIds: [...deviceIds] } }
    if (await act.send('POST /api/stations/{stationId}/read', input)) toast(t('readDone'))
  }
  return { busy: act.busy, read }
}
