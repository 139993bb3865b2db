import { useTranslations } from 'use-intl'
import { useData } from '../../../app/data/query.ts'
import { pathTo } from '../../../paths.ts'
import { usePick } from '../../pickers/use-pick.ts'
import { navigate } from '../../../kit/navigation/navigate.ts'
import { PickerField } from '../../../kit/picker-field.tsx'

/** The station that a gateway is added to; chosen on a page of its own. */
export function StationChoice({
  value,
  error,
  onChange,
}: {
  value: string | null
  error: string | undefined
  onChange: (stationId: string) => void
}) {
  const t = useTranslations('adding')
  const ui = useTranslations('ui')
  const pick = usePick('add-communication-device station', 'select-station', ([picked]) => {
    if (!picked) return
    onChange(picked.id)
    // The address names the station too, and is believed when the page is loaded anew.
    navigate.turn(pathTo('add-communication-device', { stationId: picked.id }), 'replace')
  })
  const answer = useData(
    'GET /api/stations/{stationId}',
    { params: { stationId: value ?? '' } },
    { enabled: value !== null },
  )
  const name = value === null ? undefined : (answer.data?.station.name ?? (answer.error ? value : '…'))
  return (
    <PickerField
      label={t('station')}
      error={error}
      // Its line is kept while it comes, so that nothing below moves.
      {...(value !== null &&
        !answer.error && {
          help: answer.data ? `${answer.data.station.code} · ${answer.data.station.companyName}` : '\u00A0',
        })}
      text={name ?? ui('select')}
      empty={!name}
      onPress={() => void pick({ chosen: value === null ? [] : [{ id: value, name: name ?? '' }] })}
    />
  )
}
