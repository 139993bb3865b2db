import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../../app/data/call.ts'
import { newId } from '../../../kit/new-id.ts'
import { refresh } from '../../../app/data/query.ts'
import { Button } from '../../../kit/button.tsx'
import { useFailureText } from '../../../app/failure/error-state.tsx'
import { Fields, FieldError } from '../../../kit/field.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import { TextField } from '../../../kit/text-field.tsx'
import type { DeviceDetail } from '../device-facts.ts'
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

const typedCount = 4

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
  const failureText = useFailureText()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<unknown>(null)
  // The same act under the same key: a lost answer does not make a second secret.
  const [key] = useState(newId)
  const wanted = device.sn.slice(-typedCount)
  const right = typed.trim().toUpperCase() === wanted.toUpperCase()
  const params = { deviceId: device.id }

  const carryOut = async (): Promise<void> => {
    if (!right) {
      setWrong(true)
      return
    }
    setBusy(true)
    setFailed(null)
    try {
      const made =
        act === 'renew'
          ? await call('POST /api/devices/{deviceId}/credentials', { params, body: {}, key })
          : await call('DELETE /api/devices/{deviceId}/credentials', { params, key })
      onDone('credentials' in made ? made.credentials : null)
      void refresh('GET /api/devices/{deviceId}')
    } catch (error) {
      setFailed(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className={editing.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void carryOut()
      }}
    >
      <div className={editing.under}>
        <Note tone={act === 'renew' ? 'curtailed' : 'fault'} icon={<TriangleAlert size={18} />}>
          <p>{act === 'renew' ? t('renewText') : t('revokeText', { count: behind })}</p>
        </Note>
      </div>
      <Fields>
        <TextField
          label={t('confirmLabel', { count: String(typedCount) })}
          help={t('confirmHelp', { sn: device.sn })}
          value={typed}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={typedCount + 4}
          error={wrong && !right ? t('confirmWrong') : undefined}
          onChange={(event) => {
            setTyped(event.target.value)
            setWrong(false)
          }}
        />
      </Fields>
      <div className={editing.under}>
        <FieldError id="login-act" error={failed ? failureText(failed) : undefined} />
        <Button type="submit" wide kind={act === 'renew' ? 'primary' : 'danger'} busy={busy}>
          {t(`${act}Do`)}
        </Button>
      </div>
    </form>
  )
}
