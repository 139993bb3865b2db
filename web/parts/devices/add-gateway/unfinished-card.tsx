import { Radio } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Card } from '../../../kit/card.tsx'
import { Row, Rows } from '../../../kit/row.tsx'
import { useNow } from '../../../kit/time/now.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { pathTo } from '../../../paths.ts'
import type { Watched } from './gateway-draft.ts'

/** Gateways that were added on this phone and have not arrived. Nothing when there is none. */
export function UnfinishedCard({ watched }: { watched: readonly Watched[] }) {
  const t = useTranslations('adding')
  const format = useFormat()
  const now = useNow()
  if (watched.length === 0) return null
  return (
    <Card flush title={t('unfinished')}>
      <Rows>
        {watched.map(({ gatewayId, sn, since }) => (
          <Row
            key={gatewayId}
            icon={<Radio size={20} aria-hidden />}
            label={sn}
            hint={t('addedAge', { age: format.age(since, now) })}
            to={pathTo('add-communication-device', { gatewayId })}
          />
        ))}
      </Rows>
    </Card>
  )
}
