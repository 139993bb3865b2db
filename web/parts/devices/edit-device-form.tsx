import { TriangleAlert } from 'lucide-react'
import { DEVICE_NAME_MAX } from '#domain/devices/limits.ts'
import { meterRoles, type MeterRole } from '#domain/devices/meter-roles.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../../app/data/api-error.ts'
import { useAct } from '../../app/acts/use-act.ts'
import { dataQuery, queryClient } from '../../app/data/query.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Button } from '../../kit/button.tsx'
import { DateField } from '../../kit/date-field.tsx'
import { Fields, FieldError } from '../../kit/field.tsx'
import { useNow } from '../../kit/time/now.ts'
import { SelectField } from '../../kit/select-field.tsx'
import { TextField } from '../../kit/text-field.tsx'
import { toast } from '../../kit/toast.tsx'
import type { DeviceDetail } from './device-facts.ts'
import { todayIn } from '../../kit/chart/period.ts'
import { Form } from '../../kit/form.tsx'
import { Note } from '../states/note.tsx'
import styles from './editing.module.css'

const yearsAhead = 50

type EditFormProps = {
  detail: DeviceDetail
  onChanged: (changed: boolean) => void
  onSaved: () => void
}

/** Null when it cannot be read. */
const deviceNow = (deviceId: string): Promise<DeviceDetail | null> =>
  queryClient
    .fetchQuery({ ...dataQuery('GET /api/devices/{deviceId}', { params: { deviceId } }), staleTime: 0 })
    .catch(() => null)

/** Knows the version that the person has seen; of a newer one it shows both and keeps what was typed. */
export function EditDeviceForm({ detail, onChanged, onSaved }: EditFormProps) {
  const t = useTranslations('device.editing')
  const roles = useTranslations('device.meterRole')
  const format = useFormat()
  const today = todayIn(useNow(), detail.station.timeZone)
  const [name, setName] = useState(detail.device.name)
  const [warranty, setWarranty] = useState(detail.device.warrantyUntil)
  const isMeter = detail.device.kind === 'meter'
  const [role, setRole] = useState(detail.device.meterRole)
  // The version that the person has seen; a live change of the page does not move it.
  const [seen, setSeen] = useState(detail.device)
  const [theirs, setTheirs] = useState(false)
  const nameLong = name.trim().length > DEVICE_NAME_MAX
  const params = { deviceId: detail.device.id }
  const act = useAct({
    fields: ['name', 'warrantyUntil', 'meterRole'],
    fresh: true,
    refused: async (error) => {
      if (!(error instanceof ApiError) || error.code !== 'version_stale') return undefined
      const now = await deviceNow(detail.device.id)
      if (!now) return undefined
      setSeen(now.device)
      setTheirs(true)
      return true
    },
  })

  const save = async (): Promise<void> => {
    if (nameLong) return
    const body = { name: name.trim(), warrantyUntil: warranty, ...(isMeter && { meterRole: role }) }
    if (!(await act.send('PUT /api/devices/{deviceId}', { params, body, ifMatch: seen.version }))) return
    toast(t('saved'))
    onSaved()
  }
  const change = (nextName: string, nextWarranty: string | null, nextRole: MeterRole | null = role): void => {
    setName(nextName)
    setWarranty(nextWarranty)
    setRole(nextRole)
    onChanged(nextName !== seen.name || nextWarranty !== seen.warrantyUntil || nextRole !== seen.meterRole)
  }
  return (
    <Form onSend={save} className={styles.form}>
      <Fields>
        <TextField
          label={t('name')}
          help={t('nameHelp')}
          optional
          value={name}
          placeholder={detail.device.sn}
          autoComplete="off"
          enterKeyHint="done"
          error={nameLong ? t('nameLong') : act.wrong.name}
          onChange={(event) => change(event.target.value, warranty)}
        />
        <DateField
          label={t('warranty')}
          optional
          value={warranty}
          min="2000-01-01"
          max={`${Number(today.slice(0, 4)) + yearsAhead}-12-31`}
          startAt={today}
          error={act.wrong.warrantyUntil}
          onChange={(day) => change(name, day)}
        />
        {isMeter && (
          <SelectField
            label={t('meterRole')}
            help={t('meterRoleHelp')}
            value={role ?? 'unsaid'}
            options={(['unsaid', ...meterRoles] as const).map((value) => ({
              value,
              label: roles(value),
              hint: t(`meterRoleHint.${value}`),
            }))}
            error={act.wrong.meterRole}
            onChange={(value) => change(name, warranty, value === 'unsaid' ? null : value)}
          />
        )}
      </Fields>
      <div className={styles.under}>
        {warranty !== null && (
          <Button kind="plain" small onClick={() => change(name, null)}>
            {t('noWarranty')}
          </Button>
        )}
        {theirs && (
          <Note tone="curtailed" icon={<TriangleAlert size={18} />} title={t('staleTitle')}>
            <p>{seen.name ? t('staleName', { name: seen.name }) : t('staleNoName')}</p>
            <p>
              {seen.warrantyUntil
                ? t('staleWarranty', { day: format.day(seen.warrantyUntil) })
                : t('staleNoWarranty')}
            </p>
            {isMeter && <p>{t('staleRole', { role: roles(seen.meterRole ?? 'unsaid') })}</p>}
            <p>{t('staleText')}</p>
            <div className={styles.theirs}>
              <Button
                kind="plain"
                small
                onClick={() => change(seen.name, seen.warrantyUntil, seen.meterRole)}
              >
                {t('takeTheirs')}
              </Button>
            </div>
          </Note>
        )}
        <FieldError id="edit-device" error={act.failed} />
        <Button type="submit" wide busy={act.busy} disabled={nameLong}>
          {t('save')}
        </Button>
      </div>
    </Form>
  )
}
