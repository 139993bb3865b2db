import { useTranslations } from 'use-intl'
import { pathTo } from '../../../paths.ts'
import { Card } from '../../../kit/card.tsx'
import { Row, Rows } from '../../../kit/row.tsx'
import { inParts } from '../../../kit/words/in-parts.ts'
import type { DeviceDetail } from '../device-facts.ts'
import parts from '../parts.module.css'

type Elsewhere = DeviceDetail['elsewhere'][number]

/** Devices behind this gateway whose serial another one names, too: whose is counted. Nothing when there is none. */
export function ElsewhereCard({ elsewhere }: { elsewhere: readonly Elsewhere[] }) {
  const t = useTranslations('gateway.elsewhere')
  const own = elsewhere.filter(({ how }) => how !== 'theirs')
  if (own.length === 0) return null
  const sentence = ({ how, at, otherBrand }: Elsewhere): string => {
    if (how === 'ours') return at ? t('ours', at) : t('oursUnseen')
    return t('two', { brand: otherBrand || t('noBrand'), where: at ? t('at', at) : t('nowhere') })
  }
  return (
    <Card title={t('title')} flush>
      <p className={parts.under}>{t('text')}</p>
      <Rows>
        {own.map((one) => (
          <Row
            key={`${one.how} ${one.sn} ${one.at?.gatewayId ?? ''}`}
            label={inParts([one.brand, one.sn])}
            hint={sentence(one)}
            {...(one.at && { to: pathTo('gateway-detail', { deviceId: one.at.gatewayId }) })}
          />
        ))}
      </Rows>
    </Card>
  )
}
