import { Network } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../../paths.ts'
import { useFormat } from '../../phrases/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Figure } from '../../ui/figure.tsx'
import { Figures } from '../../ui/figures.tsx'
import { Go } from '../../ui/go.tsx'
import { useLostSince } from '../../ui/now.ts'
import { Row, Rows } from '../../ui/row.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { nameOf, type DeviceDetail } from '../device-facts.ts'
import { sumKnown } from '../inverter/string-groups.ts'
import { childrenByInverter, countOf, type ChildrenOfInverter } from './link-words.ts'
import styles from './gateway.module.css'

const shownFirst = 12

/** What stands behind a gateway: sums, counts of what is online, its inverters. */
export function ChildrenCard({ detail }: { detail: DeviceDetail }) {
  const t = useTranslations('gateway')
  const strings = useTranslations('device.strings')
  const [all, setAll] = useState(false)
  const lost = useLostSince() !== null
  const { children } = detail
  if (children.length === 0)
    return (
      <Card
        title={t('behind')}
        action={<Go to={pathTo('connect-device', { gatewayId: detail.device.id })}>{t('compare')}</Go>}
      >
        <EmptyState
          inline
          icon={<Network size={26} aria-hidden />}
          title={t('noChildren')}
          text={t('noChildrenText')}
        />
      </Card>
    )
  const inverters = children.filter(({ kind }) => kind === 'inverter')
  const groups = childrenByInverter(children)
  const kinds = (['inverter', 'optimizer', 'shutdown'] as const).filter((kind) =>
    children.some((one) => one.kind === kind),
  )
  return (
    <Card
      title={t('behind')}
      action={<Go to={pathTo('connect-device', { gatewayId: detail.device.id })}>{t('compare')}</Go>}
      flush
    >
      <div className={styles.sums}>
        <Figures>
          <Figure
            label={t('power')}
            measure="power"
            value={sumKnown(inverters.map(({ powerW }) => powerW))}
            old={lost}
          />
          <Figure
            label={t('today')}
            measure="energy"
            value={sumKnown(inverters.map(({ todayWh }) => todayWh))}
            old={lost}
          />
        </Figures>
        <dl className={styles.counts}>
          {kinds.map((kind) => {
            const { online, all } = countOf(children, kind)
            return (
              <div key={kind}>
                <dt>{t(`${kind}s`)}</dt>
                <dd>
                  <span aria-hidden>{t('ofOnline', { online: String(online), all: String(all) })}</span>
                  <span className="sr-only">
                    {t('ofOnlineSpoken', { online: String(online), all: String(all) })}
                  </span>
                </dd>
              </div>
            )
          })}
        </dl>
      </div>
      <Rows>
        {(all ? groups : groups.slice(0, shownFirst)).map((group) => (
          <GroupRow key={group.inverter?.id ?? 'loose'} group={group} />
        ))}
      </Rows>
      {groups.length > shownFirst && (
        <Button kind="plain" wide onClick={() => setAll(!all)}>
          {all ? strings('showLess') : strings('showAll', { count: String(groups.length) })}
        </Button>
      )}
    </Card>
  )
}

function GroupRow({ group }: { group: ChildrenOfInverter }) {
  const t = useTranslations('gateway')
  const format = useFormat()
  const { inverter, optimizers, shutdowns } = group
  const parts = { online: optimizers.online + shutdowns.online, all: optimizers.all + shutdowns.all }
  const counts =
    parts.all > 0 ? t('parts', { online: String(parts.online), all: String(parts.all) }) : undefined
  if (!inverter) return <Row label={t('loose')} {...(counts && { hint: counts })} />
  const status = inverter.online
    ? (inverter.state ?? 'unknown')
    : inverter.lastAt === null
      ? 'unknown'
      : 'offline'
  return (
    <Row
      to={pathTo('inverter-detail', { deviceId: inverter.id })}
      label={nameOf(inverter)}
      hint={
        <>
          <StatusPill status={status} plain />
          {counts && <span className={styles.parts}>{counts}</span>}
        </>
      }
      value={format.text('power', inverter.powerW)}
    />
  )
}
