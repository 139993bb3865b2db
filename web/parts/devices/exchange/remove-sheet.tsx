import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../../app/data/call.ts'
import { newId } from '../../../kit/new-id.ts'
import { pathTo } from '../../../paths.ts'
import { navigate } from '../../../kit/navigation/navigate.ts'
import { Button } from '../../../kit/button.tsx'
import { useFailureText } from '../../../app/failure/error-state.tsx'
import { Fields, FieldError } from '../../../kit/field.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import { SwitchField } from '../../../kit/switch-field.tsx'
import { TextField } from '../../../kit/text-field.tsx'
import { toast } from '../../../kit/toast.tsx'
import { childCount, type DeviceDetail } from '../device-facts.ts'
import editing from '../editing.module.css'
import { Note } from '../../states/note.tsx'
import { rereadSite } from './reread-site.ts'

const typedCount = 4

/** Says what goes and what stays, and asks for the end of the serial number before it does. */
export function RemoveSheet({ detail, onClose }: { detail: DeviceDetail; onClose: () => void }) {
  const t = useTranslations('exchange')
  const failureText = useFailureText()
  const { device, station } = detail
  const behind = childCount(detail)
  const isGateway = device.kind === 'gateway'
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const [withChildren, setWithChildren] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<unknown>(null)
  const right = typed.trim().toUpperCase() === device.sn.slice(-typedCount).toUpperCase()

  const carryOut = async (): Promise<void> => {
    setWrong(!right)
    if (!right) return
    setBusy(true)
    setFailed(null)
    try {
      await call('POST /api/stations/{stationId}/devices/delete', {
        params: { stationId: station.id },
        body: { ids: [device.id], ...(isGateway && { withChildren }) },
        key: newId(),
      })
      onClose()
      toast(t('removed'))
      navigate.replace(pathTo('station-detail', { stationId: station.id, tab: 'devices' }))
      void rereadSite()
    } catch (error) {
      setFailed(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Sheet open onClose={onClose} title={t('remove')}>
      <form
        className={editing.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void carryOut()
        }}
      >
        <div className={editing.under}>
          <Note tone="fault" icon={<TriangleAlert size={18} />}>
            <p>{t('removeText')}</p>
            {device.kind === 'inverter' && <p>{t('removeInverter')}</p>}
            {isGateway && <p>{t('removeGateway', { count: behind })}</p>}
          </Note>
        </div>
        <Fields>
          {isGateway && behind > 0 && (
            <SwitchField
              label={t('withChildren')}
              help={t('withChildrenHelp')}
              checked={withChildren}
              onChange={setWithChildren}
            />
          )}
          <TextField
            label={t('typeEnd', { count: String(typedCount) })}
            help={t('typeHelp', { sn: device.sn })}
            placeholder={'•'.repeat(typedCount)}
            value={typed}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            maxLength={typedCount + 4}
            error={wrong && !right ? t('typeWrong') : undefined}
            onChange={(event) => {
              setTyped(event.target.value)
              setWrong(false)
            }}
          />
        </Fields>
        <div className={editing.under}>
          <FieldError id="remove-device" error={failed ? failureText(failed) : undefined} />
          <Button type="submit" wide kind="danger" busy={busy}>
            {t('doRemove')}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
