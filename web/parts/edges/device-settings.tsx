import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAct } from '../../app/acts/use-act.ts'
import { ApiError } from '../../app/data/api-error.ts'
import { useSentence } from '../../app/phrases/use-sentence.ts'
import { AlertDialog } from '../../kit/alert-dialog.tsx'
import { Button } from '../../kit/button.tsx'
import { FieldError } from '../../kit/field.tsx'
import { Form } from '../../kit/form.tsx'
import { toast } from '../../kit/toast.tsx'
import { AddressFields } from './address-fields.tsx'
import { bodyOf, valuesOf, wrongIn } from './address-values.ts'
import type { ReadDevice } from './device-rows.ts'
import { urlErrors } from './url-errors.ts'
import styles from './edges.module.css'

/** Address, interval and secret of a device that an edge reads, and the end of reading it. */
export function DeviceSettings({ one, onGone }: { one: ReadDevice; onGone: () => void }) {
  const t = useTranslations('edge')
  const sentence = useSentence()
  const { device, name } = one
  const params = { edgeDeviceId: device.id }
  const [values, setValues] = useState(() => valuesOf(device))
  // The version that the person has seen.
  const [seen, setSeen] = useState(device)
  const [tried, setTried] = useState(false)
  const [asking, setAsking] = useState(false)
  const act = useAct({
    fields: ['host', 'secret', 'profile'],
    fieldOf: urlErrors,
    fresh: true,
    refused: (error) =>
      error instanceof ApiError && error.code === 'version_stale' ? t('stale') : undefined,
  })
  // What came from elsewhere replaces what nobody has touched here.
  if (device.version !== seen.version && (act.failed !== undefined || !tried)) {
    setSeen(device)
    setValues(valuesOf(device))
  }
  const codes = wrongIn(values)
  const wrong = tried
    ? Object.fromEntries(Object.entries(codes).map(([field, code]) => [field, sentence(code)]))
    : {}
  const save = async (): Promise<void> => {
    setTried(true)
    if (Object.keys(codes).length > 0) return
    const made = await act.send('PUT /api/edge-devices/{edgeDeviceId}', {
      params,
      body: bodyOf(values),
      ifMatch: seen.version,
    })
    if (!made) return
    setSeen(made.device)
    setValues(valuesOf(made.device))
    setTried(false)
    toast(t('saved'))
  }
  const remove = async (): Promise<void> => {
    const gone = await act.send('DELETE /api/edge-devices/{edgeDeviceId}', { params })
    setAsking(false)
    if (!gone) return
    toast(t('removed'))
    onGone()
  }
  return (
    <Form onSend={save}>
      <AddressFields
        values={values}
        wrong={{ ...wrong, ...act.wrong }}
        hasSecret={device.hasSecret}
        tried={tried}
        onChange={setValues}
      />
      <div className={styles.foot}>
        <FieldError id="edge-device" error={act.failed} />
        <Button type="submit" wide busy={act.busy}>
          {t('save')}
        </Button>
        <Button wide kind="dangerPlain" onClick={() => setAsking(true)}>
          {t('remove')}
        </Button>
      </div>
      <AlertDialog
        open={asking}
        danger
        busy={act.busy}
        title={t('removeTitle')}
        text={t('removeText', { name })}
        confirm={t('remove')}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      />
    </Form>
  )
}
