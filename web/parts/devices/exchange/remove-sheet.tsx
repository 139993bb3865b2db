import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAct } from '../../../app/acts/use-act.ts'
import { pathTo } from '../../../paths.ts'
import { navigate } from '../../../kit/navigation/navigate.ts'
import { Button } from '../../../kit/button.tsx'
import { Fields, FieldError } from '../../../kit/field.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import { SwitchField } from '../../../kit/switch-field.tsx'
import { toast } from '../../../kit/toast.tsx'
import { Form } from '../../../kit/form.tsx'
import { childCount, type DeviceDetail } from '../device-facts.ts'
import { SERIAL_END, SerialEndField, useSerialEnd } from '../serial-end.tsx'
import editing from '../editing.module.css'
import { Note } from '../../states/note.tsx'

/** Says what goes and what stays, and asks for the end of the serial number before it does. */
export function RemoveSheet({ detail, onClose }: { detail: DeviceDetail; onClose: () => void }) {
  const t = useTranslations('exchange')
  const { device, station } = detail
  const behind = childCount(detail)
  const isGateway = device.kind === 'gateway'
  const end = useSerialEnd(device.sn)
  const [withChildren, setWithChildren] = useState(false)
  const act = useAct()

  const carryOut = async (): Promise<void> => {
    if (!end.check()) return
    const removed = await act.send('POST /api/stations/{stationId}/devices/delete', {
      params: { stationId: station.id },
      body: { ids: [device.id], ...(isGateway && { withChildren }) },
    })
    if (!removed) return
    onClose()
    toast(t('removed'))
    navigate.replace(pathTo('station-detail', { stationId: station.id, tab: 'devices' }))
  }
  return (
    <Sheet open onClose={onClose} title={t('remove')}>
      <Form onSend={carryOut} className={editing.form}>
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
          <SerialEndField
            end={end}
            label={t('typeEnd', { count: String(SERIAL_END) })}
            help={t('typeHelp', { sn: device.sn })}
            wrong={t('typeWrong')}
            dots
          />
        </Fields>
        <div className={editing.under}>
          <FieldError id="remove-device" error={act.failed} />
          <Button type="submit" wide kind={end.right ? 'danger' : 'dim'} busy={act.busy}>
            {t('doRemove')}
          </Button>
        </div>
      </Form>
    </Sheet>
  )
}
