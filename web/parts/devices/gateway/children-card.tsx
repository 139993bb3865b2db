import { flowsBothWays, hangsInString, reportedKinds } from '#domain/devices/kinds.ts'
import { restOf, shownOf, type NightDay } from '#domain/telemetry/night-energy.ts'
import { Network } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../../app/phrases/use-kind-words.ts'
import { pathTo, pathToDevice } from '../../../paths.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Button } from '../../../kit/button.tsx'
import { Card } from '../../../kit/card.tsx'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { useFailureText } from '../../../app/failure/error-state.tsx'
import { MoreButton } from '../../../kit/more-button.tsx'
import { FieldError } from '../../../kit/field.tsx'
import { Figure } from '../../../kit/figure.tsx'
import { Figures } from '../../../kit/figures.tsx'
import { Go } from '../../../kit/navigation/go.tsx'
import { useLostSince } from '../../../kit/time/now.ts'
import { Row, Rows } from '../../../kit/row.tsx'
import { StatusPill } from '../../states/status-pill.tsx'
import { troubledFirst } from '../../states/trouble-rank.ts'
import { Windowed } from '../../../kit/windowed.tsx'
import { childCount, childPower, nameOf, type DeviceDetail } from '../device-facts.ts'
import { sumKnown } from '../../../kit/sum-known.ts'
import { useChildren } from '../use-children.ts'
import { childrenByInverter, countOf, type ChildrenOfInverter } from './link-words.ts'
import styles from './gateway.module.css'

const shownFirst = 12

/** What stands behind a gateway: sums, counts of what is online, its inverters; by night what they made of the day. */
export function ChildrenCard({ detail }: { detail: DeviceDetail }) {
  const t = useTranslations('gateway')
  const words = useKindWords()
  const strings = useTranslations('device.strings')
  const power = useTranslations('device.power')
  const failureText = useFailureText()
  const [all, setAll] = useState(false)
  const lost = useLostSince() !== null
  const { children, complete, error, more } = useChildren(detail)
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
  const rest = restOf(inverters)
  const allTold = inverters.length >= detail.childCounts.inverter.all
  const { todayWh, yesterdayWh } = detail.energy
  // Parts are counted by inverter, and those without one known, when all have come.
  const groups = childrenByInverter(troubledFirst(children)).filter(({ inverter }) => complete || inverter)
  // Few of them stand behind a gateway: meters, batteries, weather stations.
  const beside = troubledFirst(children.filter(({ kind }) => kind !== 'inverter' && !hangsInString(kind)))
  const kinds = reportedKinds.filter((kind) => detail.childCounts[kind].all > 0)
  return (
    <Card
      title={t('behind')}
      action={<Go to={pathTo('connect-device', { gatewayId: detail.device.id })}>{t('compare')}</Go>}
      flush
    >
      <div className={styles.sums}>
        <Figures>
          {rest === null ? (
            <>
              <Figure
                label={t('power')}
                measure="power"
                value={childPower({ ...detail, children })}
                old={lost}
              />
              <Figure
                label={t('today')}
                measure="energy"
                value={allTold ? sumKnown(inverters.map((one) => one.todayWh)) : todayWh}
                old={lost}
              />
            </>
          ) : (
            <Figure
              label={power(rest)}
              measure="energy"
              value={
                allTold
                  ? sumKnown(inverters.map((one) => shownOf(one, rest)))
                  : rest === 'today'
                    ? todayWh
                    : yesterdayWh
              }
              old={lost}
            />
          )}
        </Figures>
        <dl className={styles.counts}>
          {kinds.map((kind) => {
            const { online, all } = complete ? countOf(children, kind) : detail.childCounts[kind]
            return (
              <div key={kind}>
                <dt>{words.many(kind)}</dt>
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
        <Windowed items={all ? groups : groups.slice(0, shownFirst)} as="div" rowHeight={64}>
          {(piece) =>
            piece.map((group) => (
              <GroupRow key={group.inverter?.id ?? 'loose'} group={group} rest={rest} counts={complete} />
            ))
          }
        </Windowed>
        {beside.map((one) => (
          <BesideRow key={one.id} device={one} />
        ))}
      </Rows>
      {groups.length > shownFirst && (
        <Button kind="plain" wide onClick={() => setAll(!all)}>
          {all
            ? strings('showLess')
            : strings('showAll', {
                count: String(complete ? groups.length : detail.childCounts.inverter.all),
              })}
        </Button>
      )}
      <MoreButton
        more={more}
        kind="plain"
        label={t('more', { told: String(children.length), all: String(childCount(detail)) })}
      />
      <FieldError id="more-children" error={error ? failureText(error) : undefined} />
    </Card>
  )
}

function BesideRow({ device }: { device: DeviceDetail['children'][number] }) {
  const words = useKindWords()
  const format = useFormat()
  const { kind, id, online, state, lastAt, powerW } = device
  return (
    <Row
      to={pathToDevice(kind, id)}
      label={nameOf(device)}
      hint={
        <>
          <StatusPill status={online ? (state ?? 'online') : lastAt === null ? 'unknown' : 'offline'} plain />
          <span className={styles.parts}>{words.one(kind)}</span>
        </>
      }
      {...(flowsBothWays(kind) && { value: format.text('power', powerW) })}
    />
  )
}

type GroupRowProps = {
  group: ChildrenOfInverter
  /** The day whose energy it shows; null = its power. */
  rest: NightDay | null
  counts: boolean
}

function GroupRow({ group, rest, counts: counted }: GroupRowProps) {
  const t = useTranslations('gateway')
  const format = useFormat()
  const { inverter, optimizers, shutdowns } = group
  const parts = { online: optimizers.online + shutdowns.online, all: optimizers.all + shutdowns.all }
  const counts =
    counted && parts.all > 0
      ? t('parts', { online: String(parts.online), all: String(parts.all) })
      : undefined
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
      value={format.text(rest === null ? 'power' : 'energy', shownOf(inverter, rest))}
    />
  )
}
