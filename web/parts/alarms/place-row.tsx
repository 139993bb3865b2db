import { MapPin, Waypoints } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../../app/session/allowed.tsx'
import { useData } from '../../app/data/query.ts'
import { pathTo } from '../../paths.ts'
import { Card } from '../../kit/card.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import type { AlarmDetail } from './use-alarms.ts'

/** More on one tracker say nothing of which it is. */
const STRINGS_MOST = 4

/** The tracker or the string that all of its content is about; null = the device as a whole, or several. */
const partOf = (alarm: AlarmDetail['alarm'], part: RegExp): string | undefined => {
  const found = new Set(alarm.items.map(({ instance }) => part.exec(instance)?.[1]))
  const [only] = found.size === 1 ? found : []
  return only
}

/** Which part of its device it is about, and the array where that is looked up. */
export const usePlace = (alarm: AlarmDetail['alarm']) => {
  const mppt = partOf(alarm, /^MPPT (\d+)$/)
  const no = partOf(alarm, /^(?:String|组串|STR) ?(\d+)$/i)
  const isPart = mppt !== undefined || no !== undefined
  const sees = useAllowed('device:device:view')
  const { data, isLoading } = useData(
    'GET /api/stations/{stationId}/array',
    { params: { stationId: alarm.station.id } },
    { enabled: isPart && sees },
  )
  return { mppt, no, isPart, data, isLoading }
}

/** The way to where it is in the array: the device, the MPPT or the string that it is about is marked there, and told by itself. */
export function PlaceRow({ alarm }: { alarm: AlarmDetail['alarm'] }) {
  const t = useTranslations('alarms')
  const { device, station } = alarm
  const { mppt, no, isPart, data } = usePlace(alarm)
  if (device.kind === 'gateway' || alarm.deviceRemoved) return null
  const strings = (data?.strings ?? []).filter(
    (one) =>
      isPart &&
      one.inverterId === device.id &&
      (no === undefined ? String(one.mpptNo) === mppt : String(one.no) === no),
  )
  const [only] = strings.length === 1 ? strings : []
  return (
    <Card flush>
      <Rows>
        <Row
          icon={<MapPin size={20} aria-hidden />}
          label={t('showInLayout')}
          to={pathTo('device-topology', {
            stationId: station.id,
            ...(no !== undefined && only ? { stringId: only.id } : { deviceId: device.id, mppt }),
          })}
        />
        {strings.length <= STRINGS_MOST &&
          strings.map((one) => (
            <Row
              key={one.id}
              icon={<Waypoints size={20} aria-hidden />}
              label={one.name || t('string', { no: String(one.no) })}
              hint={t('stringHint')}
              to={pathTo('group-device-list', { stationId: station.id, stringId: one.id })}
            />
          ))}
      </Rows>
    </Card>
  )
}
