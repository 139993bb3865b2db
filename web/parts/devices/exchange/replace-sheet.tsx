import { hangsInString } from '#domain/devices/kinds.ts'
import { CLAIM_CODE_MAX, MODEL_MAX, SERIAL_TYPED_MAX } from '#domain/devices/limits.ts'
import { ScanLine } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { gatewaySerial, isSubDeviceSerial } from '#domain/devices/fields.ts'
import { readGatewayLabel, readLabel } from '#domain/devices/read-label.ts'
import { useAct } from '../../../app/acts/use-act.ts'
import { newId } from '../../../kit/new-id.ts'
import { useData } from '../../../app/data/query.ts'
import { Button } from '../../../kit/button.tsx'
import { Fields, FieldError } from '../../../kit/field.tsx'
import { LazyScanner } from '../../../app/scanner/lazy-scanner.ts'
import { Row, Rows } from '../../../kit/row.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import { TextField } from '../../../kit/text-field.tsx'
import { toast } from '../../../kit/toast.tsx'
import { Form } from '../../../kit/form.tsx'
import type { DeviceDetail } from '../device-facts.ts'
import editing from '../editing.module.css'
import type { Credentials } from '../gateway/credentials-sheet.tsx'
import field from '../../../kit/field.module.css'
import parts from '../parts.module.css'

type ReplaceSheetProps = {
  detail: DeviceDetail
  onClose: () => void
  onDone: (deviceId: string, credentials: Credentials | null) => void
}

/** The new serial by scan, by hand, or of what the gateway has found and nobody has placed. */
export function ReplaceSheet({ detail, onClose, onDone }: ReplaceSheetProps) {
  const t = useTranslations('exchange')
  return (
    <Sheet open onClose={onClose} title={t('replace')}>
      <ReplaceForm detail={detail} onDone={onDone} />
    </Sheet>
  )
}

/** Children of the same kind that hang nowhere. */
const useUnplaced = ({ device, gateway, station }: DeviceDetail) => {
  const found = useData(
    'GET /api/devices',
    {
      query: {
        stationId: station.id,
        kind: device.kind,
        unassigned: 'true',
        limit: 20,
        ...(gateway && { gatewayId: gateway.id }),
      },
    },
    { enabled: hangsInString(device.kind) },
  )
  return found.data?.devices.filter(({ id }) => id !== device.id) ?? []
}

function ReplaceForm({ detail, onDone }: Omit<ReplaceSheetProps, 'onClose'>) {
  const t = useTranslations('exchange')
  const { device } = detail
  const isGateway = device.kind === 'gateway'
  const unplaced = useUnplaced(detail)
  const [sn, setSn] = useState('')
  const [model, setModel] = useState('')
  const [claimCode, setClaimCode] = useState('')
  const [scanning, setScanning] = useState(false)
  const [tried, setTried] = useState(false)
  const act = useAct({ fields: ['sn'] })
  // The same act under the same id: a lost answer does not make a second device.
  const [id, setId] = useState(newId)
  const right = isGateway ? gatewaySerial.safeParse(sn).success : isSubDeviceSerial(sn)
  const write = (set: (text: string) => void) => (text: string) => {
    set(text)
    act.blame({})
    setId(newId())
  }

  const take = (text: string): 'taken' | 'wrong' => {
    const label = isGateway ? readGatewayLabel(text) : readLabel(text).find((one) => one.right)
    if (!label) return 'wrong'
    write(setSn)(label.sn)
    if (isGateway && label.claimCode) setClaimCode(label.claimCode)
    setScanning(false)
    return 'taken'
  }
  const carryOut = async (): Promise<void> => {
    setTried(true)
    if (!right) return
    const made = await act.send('POST /api/devices/{deviceId}/replace', {
      params: { deviceId: device.id },
      body: {
        id,
        sn,
        ...(model.trim() && { model: model.trim() }),
        ...(isGateway && claimCode.trim() && { claimCode: claimCode.trim() }),
      },
    })
    if (!made) return
    toast(!isGateway && detail.gateway?.online ? t('told') : t('replaced'))
    onDone(made.device.id, made.credentials)
  }
  return (
    <Form onSend={carryOut} className={editing.form}>
      <div className={editing.under}>
        <p className={parts.quiet}>{isGateway ? t('keepsGateway') : t('keeps')}</p>
        {device.kind === 'inverter' && <p className={parts.quiet}>{t('keepsInverter')}</p>}
      </div>
      <Fields>
        <TextField
          label={t('newSn')}
          placeholder={t('newSnPlaceholder')}
          value={sn}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={SERIAL_TYPED_MAX}
          error={tried && !right ? t('snNeeded') : act.wrong.sn}
          onChange={(event) => write(setSn)(event.target.value)}
          end={
            <button
              type="button"
              className={field.side}
              aria-label={t('scan')}
              onClick={() => setScanning(true)}
            >
              <ScanLine size={20} aria-hidden />
            </button>
          }
        />
        {isGateway && (
          <TextField
            label={t('claimCode')}
            placeholder="7KQ2-M9XD"
            help={t('claimHelp')}
            optional
            value={claimCode}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={CLAIM_CODE_MAX}
            onChange={(event) => write(setClaimCode)(event.target.value)}
          />
        )}
        <TextField
          label={t('model')}
          help={t('modelHelp')}
          optional
          value={model}
          placeholder={device.model}
          autoComplete="off"
          maxLength={MODEL_MAX}
          onChange={(event) => write(setModel)(event.target.value)}
        />
      </Fields>
      {unplaced.length > 0 && (
        <>
          <p className={parts.under}>{t('found')}</p>
          <Rows>
            {unplaced.map((one) => (
              <Row key={one.id} label={one.sn} hint={one.model} onPress={() => write(setSn)(one.sn)} />
            ))}
          </Rows>
        </>
      )}
      <div className={editing.under}>
        <FieldError id="replace-device" error={act.failed} />
        <Button kind={right ? 'primary' : 'dim'} type="submit" wide busy={act.busy}>
          {t('doReplace')}
        </Button>
      </div>
      {scanning && (
        <LazyScanner open onClose={() => setScanning(false)} title={t('scanTitle')} onText={take}>
          <p className={parts.under}>{t('scanHint')}</p>
        </LazyScanner>
      )}
    </Form>
  )
}
