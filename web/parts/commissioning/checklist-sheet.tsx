import { Radio } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useAct } from '../../app/acts/use-act.ts'
import { pathTo } from '../../paths.ts'
import { Button } from '../../kit/button.tsx'
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
      {gateway && (
        <>
          <GatewayChecklist gateway={gateway} {...rest} />
          <GatewayRow gatewayId={gateway.id} />
        </>
      )}
    </Sheet>
  )
}

type GatewayChecklistProps = Omit<ChecklistSheetProps, 'gateway' | 'onClose'> & { gateway: GatewayChecks }

/** Its checks and what helps. */
export function GatewayChecklist({
  stationId,
  gateway,
  timeZone,
  activating,
  onActivate,
  onCheckAgain,
}: GatewayChecklistProps) {
  const t = useTranslations('commissioning')
  const act = useAct()
  const scanning = act.doing !== null
  const scan = async (): Promise<void> => {
    const input = { params: { gatewayId: gateway.id }, body: {} }
    if (await act.send('POST /api/gateways/{gatewayId}/scan', input)) toast(t('sent'))
  }
  const checkAgain = (): Promise<unknown> => act.run(onCheckAgain)
  return (
    <div className={styles.sheet}>
      <Checklist
        stationId={stationId}
        gateway={gateway}
        timeZone={timeZone}
        busy={activating || scanning}
        onScan={() => void scan()}
        onActivate={() => onActivate(gateway.id)}
      />
      <FieldError id="checks" error={act.failed} />
      <Button wide kind="soft" busy={act.busy && !scanning} onClick={() => void checkAgain()}>
        {t('checkAgain')}
      </Button>
    </div>
  )
}

/** The way to the gateway itself. */
export function GatewayRow({ gatewayId }: { gatewayId: string }) {
  const t = useTranslations('commissioning')
  return (
    <Rows>
      <Row
        icon={<Radio size={20} aria-hidden />}
        label={t('toGateway')}
        hint={t('toGatewayHint')}
        to={pathTo('gateway-detail', { deviceId: gatewayId })}
      />
    </Rows>
  )
}
