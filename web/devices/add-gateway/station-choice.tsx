import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useData } from '../../data/query.ts'
import { pathTo } from '../../paths.ts'
import { usePick } from '../../pickers/use-pick.ts'
import { navigate } from '../../shell/navigate.ts'
import { Field } from '../../ui/field.tsx'
import field from '../../ui/field.module.css'

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
    <Field
      label={t('station')}
      error={error}
      {...(answer.data && { help: `${answer.data.station.code} · ${answer.data.station.companyName}` })}
    >
      {(ids) => (
        <button
          type="button"
          {...ids}
          aria-label={`${t('station')}: ${name ?? ui('select')}`}
          className={field.picker}
          onClick={() => void pick({ chosen: value === null ? [] : [{ id: value, name: name ?? '' }] })}
        >
          <span className={name ? undefined : field.empty}>{name ?? ui('select')}</span>
          <ChevronRight size={18} className={field.chevron} aria-hidden />
        </button>
      )}
    </Field>
  )
}
