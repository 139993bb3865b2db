import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../app/data/call.ts'
import { useFailureText } from '../../app/failure/error-state.tsx'
import { toast } from '../../kit/toast.tsx'

/** Lets devices be read now; changes nothing, so it asks for nothing. */
export const useReadNow = () => {
  const t = useTranslations('controls')
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const read = async (stationId: string, deviceIds: readonly string[]): Promise<void> => {
    setBusy(true)
    try {
      await call('POST /api/stations/{stationId}/read', {
        params: { stationId },
        body: { deviceIds: [...deviceIds] },
      })
      toast(t('readDone'))
    } catch (error) {
      toast(failureText(error), 'failed')
    } finally {
      setBusy(false)
    }
  }
  return { busy, read }
}
