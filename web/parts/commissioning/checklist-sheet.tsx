import { Radio } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../app/data/call.ts'
import { refresh } from '../../app/data/query.ts'
import { pathTo } from '../../paths.ts'
import { Button } from '../../kit/button.tsx'
import { useFailureText } from '../../app/failure/error-state.tsx'
import { FieldError } from '../../kit/field.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { toast } from '../../kit/toast.tsx'
import { Checklist } from './checklist.tsx'
import type { GatewayChecks } from './commissioning-queries.ts'
import styles from './commissioning.module.css'

type ChecklistSheetProps = {
  stationId: string
  /** null: closed. */
  gateway: GatewayChecks | null
  timeZone: string
  activating: boolean
  onActivate: (gatewayId: string) => void
  onCheckAgain: () => Promise<unknown>
  onClose: () => void
}

/** One gateway's way into operation, as it is now. */
export function ChecklistSheet({ gateway, onClose, ...rest }: ChecklistSheetProps) {
  return (
    <Sheet
      open={gateway !== null}
      onClose={onClose}
      title={gateway ? gateway.name || gateway.sn : ''}
      size="full"
    >
      {gateway && <Content gateway={gateway} {...rest} />}
    </Sheet>
  )
}

type ContentProps = Omit<ChecklistSheetProps, 'gateway' | 'onClose'> & { gateway: GatewayChecks }

function Content({ stationId, gateway, timeZone, activating, onActivate, onCheckAgain }: ContentProps) {
  const t = useTranslations('commissioning')
  const failureText = useFailureText()
  const [busy, setBusy] = useState<'scan' | 'again' | null>(null)
  const [failed, setFailed] = useState<unknown>(null)
  const during = async (what: 'scan' | 'again', work: () => Promise<unknown>): Promise<void> => {
    setBusy(what)
    setFailed(null)
    try {
      await work()
    } catch (error) {
      setFailed(error)
    } finally {
      setBusy(null)
    }
  }
  const scan = async (): Promise<void> => {
    await call('POST /api/gateways/{gatewayId}/scan', { params: { gatewayId: gateway.id }, body: {} })
    toast(t('sent'))
    void refresh('GET /api/stations/{stationId}/commissioning')
  }
  return (
    <>
      <div className={styles.sheet}>
        <Checklist
          stationId={stationId}
          gateway={gateway}
          timeZone={timeZone}
          busy={activating || busy === 'scan'}
          onScan={() => void during('scan', scan)}
          onActivate={() => onActivate(gateway.id)}
        />
        <FieldError id="checks" error={failed ? failureText(failed) : undefined} />
        <Button wide kind="soft" busy={busy === 'again'} onClick={() => void during('again', onCheckAgain)}>
          {t('checkAgain')}
        </Button>
      </div>
      <Rows>
        <Row
          icon={<Radio size={20} aria-hidden />}
          label={t('toGateway')}
          hint={t('toGatewayHint')}
          to={pathTo('gateway-detail', { deviceId: gateway.id })}
        />
      </Rows>
    </>
  )
}
