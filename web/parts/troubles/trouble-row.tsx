import { BellOff, ChevronDown, type LucideIcon } from 'lucide-react'
import { createElement, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Age } from '../../app/lists/age.tsx'
import { useAllowed } from '../../app/session/allowed.tsx'
import { PickBox, pickingClass } from '../../app/lists/pick-box.tsx'
import type { Pick } from '../../app/lists/picks.ts'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { Button } from '../../kit/button.tsx'
import { classes } from '../../kit/classes.ts'
import { Go } from '../../kit/navigation/go.tsx'
import { pathTo, pathToDevice } from '../../paths.ts'
import { AlarmRow } from '../alarms/alarm-row.tsx'
import { alarmCode } from '../alarms/alarm-code.ts'
import { HowOften } from '../alarms/how-often.tsx'
import { OverLine } from '../alarms/over-line.tsx'
import { SeenLine } from '../alarms/seen-line.tsx'
import { PersonMark } from '../states/person-mark.tsx'
import { levelIcon, levelTone } from '../states/status-pill.tsx'
import { useHeadline } from './headline.ts'
import { looks } from './reasons.ts'
import { useLongPress } from './use-long-press.ts'
import type { Trouble } from './use-troubles.ts'
import { useCostParts } from './what-it-costs.tsx'
import styles from './troubles.module.css'

type TroubleRowProps = {
  trouble: Trouble
  /** Its further alarms stand below it from the start. */
  open?: boolean
  onDispatch: (trouble: Trouble) => void
  /** Its alarms are chosen, on a wide screen. */
  pick?: Pick | undefined
}

const iconOf = ({ level, reason }: Trouble): LucideIcon =>
  level ? levelIcon(level) : reason ? looks[reason].Icon : BellOff

/** Waits for somebody to be asked: no order has it, or one that nobody has. */
const isUnassigned = ({ order }: Trouble): boolean => order === null || order.status === 'dispatching'

/** A device and what is wrong with it: what it costs, since when, who has it; its further alarms below. */
export function TroubleRow({ trouble, open = false, onDispatch, pick }: TroubleRowProps) {
  const t = useTranslations('troubles')
  const level = useTranslations('level')
  const alarmWords = useTranslations('alarms')
  const words = useKindWords()
  const headline = useHeadline()
  const [opened, setOpened] = useState<boolean | null>(null)
  const { device, station, alarms, alarmCount, order } = trouble
  const [worst, ...others] = alarms
  const mayOrder = useAllowed('om:order:create', station.id)
  const mayDispatch = useAllowed('om:order:dispatch', station.id)
  const dispatch = mayOrder && mayDispatch && isUnassigned(trouble) ? () => onDispatch(trouble) : undefined
  const held = useLongPress(dispatch)
  const what = headline(trouble)
  const costs = useCostParts(trouble)
  const tone = trouble.level ? levelTone(trouble.level) : trouble.reason ? looks[trouble.reason].tone : ''
  const shown = opened ?? open
  const began = worst?.occurredAt ?? trouble.since
  return (
    <li
      className={classes(styles.trouble, pick && pickingClass)}
      {...(pick && { 'data-picking': true })}
      {...held}
    >
      {pick && <PickBox pick={pick} label={alarmWords('selectThis', { name: `${what}, ${device.sn}` })} />}
      <Go
        to={worst ? pathTo('alarm-detail', { alarmId: worst.id }) : pathToDevice(device.kind, device.id)}
        className={styles.row}
        data-row
      >
        <span className={classes(styles.mark, tone)}>
          {createElement(iconOf(trouble), { size: 18, 'aria-hidden': true })}
          {trouble.level && <span className="sr-only">{level(trouble.level)}</span>}
        </span>
        <span className={styles.main}>
          <span className={styles.head}>
            <span className={styles.what}>
              {what}
              {worst && <HowOften count={worst.count} />}
            </span>
            {began !== null && (
              <span className={styles.age}>
                <Age at={began} />
              </span>
            )}
          </span>
          <span className={styles.place}>
            <Dotted parts={[station.name, device.name || words.short(device.kind), device.sn]} />
          </span>
          {worst && <OverLine alarm={worst} className={styles.place} />}
          {worst && <SeenLine alarm={worst} />}
          <span className={styles.facts}>
            <Dotted
              parts={[
                ...costs,
                // The button says that nobody has it.
                order === null &&
                  worst &&
                  !(dispatch && worst.status === 'unsolved') &&
                  alarmWords(`list.${worst.status}`),
                order === null && worst && alarmCode(alarmWords, worst.code),
              ]}
            />
          </span>
        </span>
      </Go>
      {(dispatch || order !== null) && (
        <span className={styles.acts}>
          {order !== null && <Who order={order} />}
          {dispatch && (
            <Button
              kind="soft"
              small
              data-key="d"
              aria-label={t('dispatchThis', { what: `${what}, ${device.sn}` })}
              onClick={dispatch}
            >
              {t('dispatch')}
            </Button>
          )}
        </span>
      )}
      {others.length > 0 && (
        <button type="button" className={styles.more} aria-expanded={shown} onClick={() => setOpened(!shown)}>
          {shown ? t('fewerAlarms') : t('moreAlarms', { count: alarmCount - 1 })}
          <ChevronDown size={16} aria-hidden />
        </button>
      )}
      {shown && others.length > 0 && (
        <ul className={styles.others}>
          {others.map((alarm) => (
            <AlarmRow key={alarm.id} alarm={alarm} without="device" />
          ))}
          {alarmCount > alarms.length && (
            <li className={styles.notTold}>{t('notTold', { count: alarmCount - alarms.length })}</li>
          )}
        </ul>
      )}
    </li>
  )
}

/** The order, and who has it; or, where it waits for somebody, that nobody has. */
function Who({ order }: { order: NonNullable<Trouble['order']> }) {
  const t = useTranslations('troubles')
  const orders = useTranslations('orders')
  const { handler } = order
  return (
    <Go to={pathTo('work-order-detail', { orderId: order.id })} className={styles.who}>
      {handler && <PersonMark name={handler.name} />}
      <span>
        {handler ? (
          <>
            <span className="sr-only">{t('handledBy', { name: handler.name })}</span>
            <span aria-hidden>{handler.name}</span>
          </>
        ) : (
          t('order')
        )}
        <small>{handler ? orders(`status.${order.status}`) : t('unassigned')}</small>
      </span>
    </Go>
  )
}
