import { ListChecks } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../../paths.ts'
import { Card } from '../../kit/card.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { activationState, passed, useCommissioning } from './commissioning-queries.ts'

/** How far one gateway has come into operation, leading to its checks. */
export function ChecksCard({ stationId, gatewayId }: { stationId: string; gatewayId: string }) {
  const t = useTranslations('commissioning')
  const { data, error } = useCommissioning(stationId)
  const gateway = data?.gateways.find(({ id }) => id === gatewayId)
  if (!gateway)
    return data || error ? null : (
      <Card flush>
        <Row label={<Skeleton width="55%" />} />
      </Card>
    )
  const all = gateway.checks.length
  const done = passed(gateway)
  const problems = gateway.checks.filter(({ state }) => state === 'problem').length
  return (
    <Card flush>
      <Rows>
        <Row
          icon={<ListChecks size={20} aria-hidden />}
          label={done === all ? t('checksDone') : t('checks', { done: String(done), all: String(all) })}
          {...(problems > 0 && { hint: t('problems', { count: String(problems) }) })}
          value={t(`state.${activationState(gateway)}`)}
          to={pathTo('communication-device-list', { stationId, gatewayId })}
        />
      </Rows>
    </Card>
  )
}
