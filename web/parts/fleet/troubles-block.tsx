import { use, useMemo, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../../app/session/allowed.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { pathTo, pathToDevice } from '../../paths.ts'
import { levelIcon, levelTone } from '../states/status-pill.tsx'
import { useHeadline } from '../troubles/headline.ts'
import { looks } from '../troubles/reasons.ts'
import { usePerHour } from '../troubles/use-impact.ts'
import { type Trouble, useTroubles } from '../troubles/use-troubles.ts'
import { useCosts } from '../troubles/what-it-costs.tsx'
import { Age } from '../../app/lists/age.tsx'
import { Dotted } from '../../kit/dotted.tsx'
import { Block, Line, OnWall } from './block.tsx'
import { Sign } from './sign.tsx'
import styles from './fleet.module.css'

/** A fleet that reports all the time costs one read in so long. */
const settleMs = 10_000

const b = (parts: ReactNode) => <b>{parts}</b>

const signOf = ({ level, reason }: Trouble) =>
  level ? (
    <Sign Icon={levelIcon(level)} tone={levelTone(level)} />
  ) : (
    reason && <Sign Icon={looks[reason].Icon} tone={looks[reason].tone} />
  )

/** The alarms that stand in the list; null: it is not known yet, or not for whoever looks. */
export const useTold = (shown: number): ReadonlySet<string> | null => {
  const { rows } = useTroubles({}, shown, {}, settleMs)
  const sees = useAllowed('device:device:view')
  return useMemo(
    () =>
      sees && rows ? new Set(rows.slice(0, shown).flatMap(({ alarms }) => alarms.map(({ id }) => id))) : null,
    [sees, rows, shown],
  )
}

/** What a trouble costs now, or has cost, as a figure with its word. */
function Costs({ trouble }: { trouble: Trouble }) {
  const t = useTranslations('troubles')
  const format = useFormat()
  const { now, soFar } = useCosts(trouble)
  if (!soFar)
    return (
      now && (
        <>
          {now.power && b(now.power)}
          <small>{now.rest}</small>
        </>
      )
    )
  return (
    <>
      {b(
        soFar.money
          ? format.money(soFar.money.amount, soFar.money.currency)
          : format.text('energy', soFar.wh),
      )}
      <small>{t.rich('lostSoFar', { energy: format.text('energy', soFar.wh), b: (text) => text })}</small>
    </>
  )
}

/** What is wrong, the worst first by what waiting costs: kW now, and money an hour. */
export function TroublesBlock({ rows: shown }: { rows: number }) {
  const t = useTranslations('troubles')
  const fleet = useTranslations('board')
  const format = useFormat()
  const headline = useHeadline()
  const perHour = usePerHour()
  const wall = use(OnWall)
  const sees = useAllowed('device:device:view')
  const { rows, pages, query } = useTroubles({}, shown, {}, settleMs)
  if (!sees) return null
  const lost = pages?.[0]?.lost
  const total = pages?.[0]?.total ?? 0
  const worth = lost?.perHour.map(perHour).join(' + ')
  return (
    <Block
      title={fleet('troubles')}
      count={total}
      to={pathTo('om-page')}
      of={{ data: rows, error: query.error, dataUpdatedAt: query.dataUpdatedAt, refetch: query.refetch }}
      empty={total === 0 ? fleet('noTroubles') : null}
      head={
        lost &&
        total > 0 && (
          <p className={styles.sum}>
            <span>
              {lost.powerW > 0
                ? t.rich('lostNow', { power: format.text('power', lost.powerW), b })
                : lost.darkW > 0
                  ? t.rich('outNow', { power: format.text('power', lost.darkW), b })
                  : t('nothingLost')}
            </span>
            {worth && <b>{worth}</b>}
            {lost.unseenW > 0 && (
              <span>{t.rich('unseenNow', { power: format.text('power', lost.unseenW), b })}</span>
            )}
          </p>
        )
      }
    >
      {(rows ?? []).slice(0, shown).map((trouble) => {
        const { device, station, order } = trouble
        const [worst] = trouble.alarms
        const what = headline(trouble)
        const began = worst?.occurredAt ?? trouble.since
        return (
          <Line
            key={trouble.id}
            icon={signOf(trouble)}
            to={worst ? pathTo('alarm-detail', { alarmId: worst.id }) : pathToDevice(device.kind, device.id)}
            goesTo={what}
            label={what}
            hint={
              <Dotted
                parts={[station.name, device.name || device.sn, order?.handler?.name ?? t('unassigned')]}
              />
            }
            value={
              <span className={styles.cost}>
                <Costs trouble={trouble} />
                {!wall && began !== null && (
                  <small>
                    <Age at={began} />
                  </small>
                )}
              </span>
            }
          />
        )
      })}
    </Block>
  )
}
