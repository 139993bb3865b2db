import { useTranslations } from 'use-intl'
import { useData } from '../../../app/data/query.ts'
import { usePick } from '../../pickers/use-pick.ts'
import { Button } from '../../../kit/button.tsx'
import { PickerField } from '../../../kit/picker-field.tsx'
import type { OrderDraft } from './order-draft.ts'

type SubjectFieldsProps = {
  draft: OrderDraft
  /** The station is fixed: by the alarms, or by what led here. */
  fixed: boolean
  /** The inverter that led here, which cannot be the subject: the station is. */
  inverter: string | null
  stationError: string | undefined
  flush: () => Promise<void>
  onChange: (change: Partial<OrderDraft>) => void
}

/** The station, and a device of it unless the whole station is meant. Both are chosen on pages of their own. */
export function SubjectFields({
  draft,
  fixed,
  inverter: led,
  stationError,
  flush,
  onChange,
}: SubjectFieldsProps) {
  const t = useTranslations('order')
  const ui = useTranslations('ui')
  const { stationId, device } = draft
  const station = useData(
    'GET /api/stations/{stationId}',
    { params: { stationId: stationId ?? '' } },
    { enabled: stationId !== null },
  )
  const found = useData(
    'GET /api/devices/{deviceId}',
    { params: { deviceId: device?.id ?? '' } },
    { enabled: device !== null },
  )
  const pickStation = usePick('add-work-order station', 'select-station', ([picked]) => {
    if (picked && picked.id !== stationId) onChange({ stationId: picked.id, device: null, handler: null })
  })
  const pickDevice = usePick('add-work-order device', 'select-device', ([picked]) => {
    if (picked) onChange({ device: picked })
  })
  const name = stationId === null ? undefined : (station.data?.station.name ?? '…')
  const deviceName = device && (found.data ? found.data.device.name || found.data.device.sn : device.name)
  const inverter = found.data?.device.kind === 'inverter'
  const sn = found.data?.device.sn
  const help = device ? sn !== deviceName && sn : led !== null && t('add.inverterStation', { device: led })
  return (
    <>
      <PickerField
        label={t('add.station')}
        error={stationError}
        {...(station.data && { help: `${station.data.station.code} · ${station.data.station.companyName}` })}
        text={name ?? ui('select')}
        empty={!name}
        fixed={fixed}
        onPress={() => {
          void flush().then(async () =>
            pickStation({ chosen: stationId === null ? [] : [{ id: stationId, name: name ?? '' }] }),
          )
        }}
      />
      {stationId !== null && (
        <PickerField
          label={t('add.device')}
          optional
          error={inverter ? t('add.notInverter') : undefined}
          help={help}
          text={deviceName ?? t('add.wholeStation')}
          empty={!device}
          onPress={() => {
            void flush().then(async () => pickDevice({ stationId, chosen: device ? [device] : [] }))
          }}
        />
      )}
      {device && (
        <Button kind="plain" small onClick={() => onChange({ device: null })}>
          {t('add.clearDevice')}
        </Button>
      )}
    </>
  )
}
