import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../../../app/session/allowed.tsx'
import { call } from '../../../app/data/call.ts'
import { newId } from '../../../kit/new-id.ts'
import { Button } from '../../../kit/button.tsx'
import { Card } from '../../../kit/card.tsx'
import { useFailureText } from '../../../app/failure/error-state.tsx'
import { toast } from '../../../kit/toast.tsx'
import styles from './adding.module.css'
import type { Address } from './gateway-draft.ts'
import { shownOnce } from './shown-once.ts'

/** The secret is shown once. Who lost it before it was entered gets another; the old one stops working. */
export function LostLogin({
  stationId,
  gatewayId,
  claimed,
  onRenewed,
}: {
  stationId: string
  gatewayId: string
  claimed: boolean
  onRenewed: (address: Address) => void
}) {
  const t = useTranslations('adding.login')
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const [key, setKey] = useState(newId)
  if (!useAllowed('device:device:add', stationId) || claimed) return null
  const renew = async (): Promise<void> => {
    setBusy(true)
    try {
      const { credentials } = await call('POST /api/devices/{deviceId}/credentials', {
        params: { deviceId: gatewayId },
        body: {},
        key,
      })
      const { secret: _, ...address } = credentials
      shownOnce.keep(gatewayId, credentials)
      setKey(newId())
      onRenewed(address)
    } catch (error) {
      toast(failureText(error), 'failed')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card>
      <div className={styles.lost}>
        <p>{t('lostText')}</p>
        <Button kind="soft" wide busy={busy} onClick={() => void renew()}>
          {t('renew')}
        </Button>
      </div>
    </Card>
  )
}
