import { useTranslations } from 'use-intl'
import { useAllowed } from '../../../app/session/allowed.tsx'
import { useAct } from '../../../app/acts/use-act.ts'
import { Button } from '../../../kit/button.tsx'
import { Card } from '../../../kit/card.tsx'
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
  const act = useAct({ toasts: true })
  if (!useAllowed('device:device:add', stationId) || claimed) return null
  const renew = async (): Promise<void> => {
    const input = { params: { deviceId: gatewayId }, body: {} }
    const made = await act.send('POST /api/devices/{deviceId}/credentials', input)
    if (!made) return
    const { secret: _, ...address } = made.credentials
    shownOnce.keep(gatewayId, made.credentials)
    onRenewed(address)
  }
  return (
    <Card>
      <div className={styles.lost}>
        <p>{t('lostText')}</p>
        <Button kind="soft" wide busy={act.busy} onClick={() => void renew()}>
          {t('renew')}
        </Button>
      </div>
    </Card>
  )
}
