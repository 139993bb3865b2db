import { Router } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useData } from '../../../app/data/query.ts'
import { Card } from '../../../kit/card.tsx'
import { Dotted } from '../../../kit/dotted.tsx'
import { Row, Rows } from '../../../kit/row.tsx'
import { useNow } from '../../../kit/time/now.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { pathTo } from '../../../paths.ts'
import { StatusPill } from '../../states/status-pill.tsx'

/** What the station has already: none is added twice, and one that is silent is no reason for a second. */
export function PresentGateways({ stationId }: { stationId: string }) {
  const t = useTranslations('adding')
  const format = useFormat()
  const now = useNow()
  const { data } = useData('GET /api/stations/{stationId}/devices', { params: { stationId } })
  const all = data?.devices ?? []
  const gateways = all.filter(({ kind }) => kind === 'gateway')
  if (gateways.length === 0) return null
  return (
    <Card flush title={t('present')}>
      <Rows>
        {gateways.map(({ id, name, sn, model, online, lastAt }) => (
          <Row
            key={id}
            icon={<Router size={20} aria-hidden />}
            label={name || sn}
            hint={
              <Dotted
                parts={[
                  name && sn,
                  model,
                  t('behind', { count: all.filter(({ gatewayId }) => gatewayId === id).length }),
                  lastAt !== null && format.age(lastAt, now),
                ]}
              />
            }
            value={<StatusPill status={online ? 'online' : lastAt === null ? 'unknown' : 'offline'} plain />}
            to={pathTo('gateway-detail', { deviceId: id })}
          />
        ))}
      </Rows>
    </Card>
  )
}
