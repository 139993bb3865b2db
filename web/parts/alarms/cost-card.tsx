import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { RulesRow } from './rules-row.tsx'
import type { AlarmDetail } from './use-alarms.ts'
import styles from './alarms.module.css'

/** What ends it, and what it has cost: energy, money, and what that is held against. */
export function CostCard({ alarm, impact }: { alarm: AlarmDetail['alarm']; impact: ReactNode }) {
  const t = useTranslations('alarms')
  const format = useFormat()
  const { cost, endsWhen, station, status } = alarm
  return (
    <Card flush title={t('after')}>
      <Rows>
        <Row label={t('endsWhen')} hint={endsWhen[format.language]} />
        {cost ? (
          <>
            <Row label={t(status === 'closed' ? 'lostAll' : 'lost')} value={format.text('energy', cost.wh)} />
            {/* Below both: beside the figure it stood in four lines of half the width. */}
            <p className={styles.costNote}>
              {format.sentences([
                t(`against.${cost.against}`, {
                  count: cost.peers,
                  from: format.instant(cost.from, station.timeZone),
                }),
                t('costOfThis'),
              ])}
            </p>
            <Row
              label={t('worth')}
              hint={cost.money ? undefined : t('noTariff')}
              value={cost.money ? format.money(cost.money.amount, cost.money.currency) : t('unknownCost')}
              {...(!cost.money && { to: pathTo('station-detail', { stationId: station.id }) })}
            />
          </>
        ) : (
          <Row label={t('lost')} hint={impact ?? t('costNothing')} />
        )}
        {alarm.code.startsWith('RULE-') && (
          <RulesRow
            label={t('ruleSettings')}
            of={{ stationId: station.id, name: station.name, timeZone: station.timeZone }}
            code={alarm.code}
          />
        )}
      </Rows>
    </Card>
  )
}
