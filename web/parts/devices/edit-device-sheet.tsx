import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { AlertDialog } from '../../kit/alert-dialog.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import type { DeviceDetail } from './device-facts.ts'
import { EditDeviceForm } from './edit-device-form.tsx'

type EditDeviceSheetProps = { detail: DeviceDetail; open: boolean; onClose: () => void }

/** Name and warranty date of a device. What somebody else saved meanwhile is shown beside, and nothing typed is lost. */
export function EditDeviceSheet({ detail, open, onClose }: EditDeviceSheetProps) {
  const t = useTranslations('device.editing')
  const [asking, setAsking] = useState(false)
  const [changed, setChanged] = useState(false)
  const leave = (): void => {
    setAsking(false)
    setChanged(false)
    onClose()
  }
  return (
    <>
      <Sheet open={open} onClose={() => (changed ? setAsking(true) : leave())} title={t('title')}>
        <EditDeviceForm detail={detail} onChanged={setChanged} onSaved={leave} />
      </Sheet>
      <AlertDialog
        open={asking}
        title={t('discardTitle')}
        text={t('discardText')}
        confirm={t('discard')}
        danger
        onConfirm={leave}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
