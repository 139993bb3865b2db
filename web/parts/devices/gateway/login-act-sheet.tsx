import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useAct } from '../../../app/acts/use-act.ts'
import { Button } from '../../../kit/button.tsx'
import { Fields, FieldError } from '../../../kit/field.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import { Form } from '../../../kit/form.tsx'
import type { DeviceDetail } from '../device-facts.ts'
import { SERIAL_END, SerialEndField, useSerialEnd } from '../serial-end.tsx'
import editing from '../editing.module.css'
import { Note } from '../../states/note.tsx'
import type { Credentials } from './credentials-sheet.tsx'

export type LoginAct = 'renew' | 'revoke'

type LoginActSheetProps = {
  act: LoginAct
  open: boolean
  device: DeviceDetail['device']
  /** How many devices are heard through it. */
  behind: number
  onClose: () => void
  onDone: (credentials: Credentials | null) => void
}

/** Says what will happen and asks for the end of the serial number before it does. */
export function LoginActSheet({ act, open, onClose, ...rest }: LoginActSheetProps) {
  const t = useTranslations('gateway.login')
  return (
    <Sheet open={open} onClose={onClose} title={t(`${act}Title`)}>
      <ActForm act={act} {...rest} />
    </Sheet>
  )
}

function ActForm({ act, device, behind, onDone }: Omit<LoginActSheetProps, 'open' | 'onClose'>) {
  const t = useTranslations('gateway.login')
  const end = useSerialEnd(device.sn)
  const sending = useAct()
  const params = { deviceId: device.id }

  const carryOut = async (): Promise<void> => {
    if (!end.check()) return
    const made =
      act === 'renew'
        ? await sending.send('POST /api/devices/{deviceId}/credentials', { params, body: {} })
        : await sending.send('DELETE /api/devices/{deviceId}/credentials', { params })
    if (made) onDone('credentials' in made ? made.credentials : null)
  }
  return (
    <Form onSend={carryOut} className={editing.form}>
      <div className={editing.under}>
        <Note tone={act === 'renew' ? 'curtailed' : 'fault'} icon={<TriangleAlert size={18} />}>
          <p>{act === 'renew' ? t('renewText') : t('revokeText', { count: behind })}</p>
        </Note>
      </div>
      <Fields>
        <SerialEndField
          end={end}
          label={t('confirmLabel', { count: String(SERIAL_END) })}
          help={t('confirmHelp', { sn: device.sn })}
          wrong={t('confirmWrong')}
        />
      </Fields>
      <div className={editing.under}>
        <FieldError id="login-act" error={sending.failed} />
        <Button
          type="submit"
          wide
          kind={act === 'renew' ? 'primary' : end.right ? 'danger' : 'dim'}
          busy={sending.busy}
        >
          {t(`${act}Do`)}
        </Button>
      </div>
    </Form>
  )
}
