import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { pathToDevice } from '../../paths.ts'
import { Dotted } from '../../kit/dotted.tsx'
import type { Measure } from '../../kit/words/format.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { TimeChart } from '../../kit/chart/time-chart.tsx'
import { classes } from '../../kit/classes.ts'
import { TextFigure } from '../../kit/figure.tsx'
import { Figures } from '../../kit/figures.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { statusTone } from '../states/status-pill.tsx'
import { useInstanceText } from './use-instance-text.ts'
import type { Order, Verification } from './use-orders.ts'
import { signed, useVerification, useVerifyText, verifyLook } from './verify-line.tsx'
import styles from './order.module.css'

type Curve = NonNullable<Verification['before']>

/**
 * Whether the device is back among its peers: the figures, over which daylight, from what light on, and the curves of a
 * day before and a day after.
 */
export function VerificationCard({ order }: { order: Order }) {
  const t = useTranslations('order')
  const text = useVerifyText(order)
  const instanceText = useInstanceText()
  const [open, setOpen] = useState(false)
  const { data, error } = useVerification(order)
  // Nearly every device has an answer: its place is kept, so that what stands below does not move under a finger.
  if (!data && !error && order.device) return <SkeletonCard kind="rows" rows={3} />
  const verification = data?.verification
  if (!verification) return null
  const { status, Icon } = verifyLook[verification.answer]
  const { device, instance } = verification
  const { before, after, own, median, since } = verification
  // Nothing is judged before somebody has begun; then there is the day before alone.
  const compared = own !== null || median !== null
  return (
    <Card
      title={t('verify')}
      action={
        <button type="button" className={styles.headAct} aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'verifyLess' : 'verifyMore')}
        </button>
      }
    >
      <div className={styles.stack}>
        <div className={classes(styles.warning, statusTone(status))}>
          <Icon size={18} aria-hidden />
          <p>
            <b>{t(`verifyAnswer.${verification.answer}`)}</b>
            {text(verification)}
          </p>
        </div>
        <p className={styles.quiet}>
          <Dotted
            parts={[
              <Go key="device" to={pathToDevice(device.kind, device.id)} className={styles.link}>
                {device.name || device.sn}
              </Go>,
              instance && instanceText(instance, verification.joined),
            ]}
          />
        </p>
        {compared && <Compared verification={verification} timeZone={order.station.timeZone} />}
        {open && <Explained verification={verification} timeZone={order.station.timeZone} />}
        {open && before && (
          <Day title={t('verifyBefore')} curve={before} verification={verification} order={order} />
        )}
        {open && since !== null && after && after.day !== before?.day && (
          <Day title={t('verifyAfter')} curve={after} verification={verification} order={order} />
        )}
      </div>
    </Card>
  )
}

type Part = { verification: Verification; timeZone: string }

function Compared({ verification: { own, median, share, unit, peers } }: Part) {
  const t = useTranslations('order')
  const format = useFormat()
  const number = (value: number | null): string | null => (value === null ? null : format.number(value, 2))
  return (
    <Figures columns={3}>
      <TextFigure size="s" label={t('verifyOwn')} text={number(own)} unit={unit} />
      <TextFigure
        size="s"
        label={t('verifyMedian')}
        text={number(median)}
        unit={unit}
        note={t('verifyOf', { count: String(peers) })}
      />
      <TextFigure
        size="s"
        label={t('verifyShare')}
        text={share === null ? null : signed(format.number(share * 100, 1), share)}
        unit="%"
      />
    </Figures>
  )
}

/** What the answer rests on, so that it can be judged. */
function Explained({ verification, timeZone }: Part) {
  const t = useTranslations('order')
  const format = useFormat()
  const { figure, hours, fromAt, toAt, least, leastShare } = verification
  const at = (ts: number): string => format.instant(ts, timeZone)
  return (
    <p className={styles.quiet}>
      {format.sentences([
        t(`verifyFigure.${figure}`),
        fromAt !== null &&
          toAt !== null &&
          hours > 0 &&
          t('verifyHours', { hours: Math.round(hours * 10) / 10, from: at(fromAt), to: at(toAt) }),
        least.of !== 'none' && t(`verifyLight.${least.of}`, { value: least.value, unit: least.unit }),
        (figure === 'power' || figure === 'current') &&
          t('verifyLeast', { share: format.text('share', Math.abs(leastShare)) ?? '' }),
      ])}
    </p>
  )
}

const measures: Partial<Record<Verification['figure'], Measure>> = { current: 'current' }

function Day({
  title,
  curve,
  verification: { figure, unit },
  order,
}: {
  title: string
  curve: Curve
  verification: Verification
  order: Order
}) {
  const t = useTranslations('order')
  const format = useFormat()
  // A reading of midnight alone, all that is kept of a day long ago, draws nothing.
  const drawn = [curve.own, curve.peers].some((line) => line.filter((value) => value !== null).length > 1)
  if (!drawn) return null
  return (
    <div>
      <h3 className={styles.sub}>
        <Dotted parts={[title, format.day(curve.day), figure === 'power' && unit]} />
      </h3>
      <TimeChart
        title={`${title}, ${format.day(curve.day)}`}
        from={curve.from}
        to={curve.to}
        timeZone={order.station.timeZone}
        ts={curve.ts}
        series={[
          { label: t('verifyOwn'), values: curve.own, tone: 1, area: true },
          { label: t('verifyPeers'), values: curve.peers, tone: 3 },
        ]}
        measure={measures[figure] ?? 'plain'}
        height={150}
      />
    </div>
  )
}
