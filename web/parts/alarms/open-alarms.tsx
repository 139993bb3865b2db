import { useTranslations } from 'use-intl'
import { Allowed, useAllowed } from '../../app/session/allowed.tsx'
import { useData } from '../../app/data/query.ts'
import { pathTo } from '../../paths.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { useNow } from '../../kit/time/now.ts'
import { Row, Rows } from '../../kit/row.tsx'
import { LevelPill } from '../states/status-pill.tsx'

type Of = { stationId: string } | { deviceId: string }

/** The worst that are listed; all of them stand on the page of alarms. */
const shown = 3

export const useOpenAlarms = (of: Of, enabled = true) =>
  useData('GET /api/alarms', { query: { ...of, status: 'open', limit: shown } }, { enabled })

/** Asks for them ahead. True while the first answer is on its way. */
export const useAwaitsAlarms = (of: Of): boolean => {
  const { isLoading, failureCount } = useOpenAlarms(of, useAllowed('om:alarm:view'))
  return isLoading && failureCount === 0
}

/** The open alarms of a station or a device, where there are any. */
export function OpenAlarms(of: Of) {
  return (
    <Allowed permission="om:alarm:view">
      <Open of={of} />
    </Allowed>
  )
}

function Open({ of }: { of: Of }) {
  const t = useTranslations('alarms')
  const format = useFormat()
  const now = useNow()
  const { data } = useOpenAlarms(of)
  if (!data || data.alarms.length === 0) return null
  return (
    <Card flush title={t('ofDevice')}>
      <Rows>
        {data.alarms.map((alarm) => (
          <Row
            key={alarm.id}
            to={pathTo('alarm-detail', { alarmId: alarm.id })}
            label={alarm.name[format.language]}
            hint={
              <Dotted
                parts={[
                  'stationId' in of && (alarm.device.name || alarm.device.sn),
                  format.age(alarm.occurredAt, now),
                ]}
              />
            }
            value={<LevelPill level={alarm.level} />}
          />
        ))}
      </Rows>
    </Card>
  )
}
