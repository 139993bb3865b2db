import {
  CircleCheck,
  CircleDashed,
  CloudSun,
  Hourglass,
  Moon,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useData } from '../../app/data/query.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { classes } from '../../kit/classes.ts'
import { statusTone, type Status } from '../states/status-pill.tsx'
import type { Order, Verification } from './use-orders.ts'
import styles from './order.module.css'

export const verifyLook: Record<Verification['answer'], { status: Status; Icon: LucideIcon }> = {
  back_among_peers: { status: 'producing', Icon: CircleCheck },
  not_yet: { status: 'fault', Icon: TriangleAlert },
  too_early: { status: 'unknown', Icon: Hourglass },
  dark: { status: 'unknown', Icon: Moon },
  not_enough_light: { status: 'curtailed', Icon: CloudSun },
  no_peers: { status: 'unknown', Icon: CircleDashed },
}

/** What is measured meanwhile decides: an order that is open is asked for again while its page is, milliseconds. */
const AGAIN_MS = 60_000

export const useVerification = ({ id, closedAt }: Order) =>
  useData(
    'GET /api/orders/{orderId}/verification',
    { params: { orderId: id } },
    closedAt === null ? { refetchInterval: AGAIN_MS } : {},
  )

/** The answer alone, with the text that says how far it goes. */
export const useVerifyText = ({ station, closedAt }: Order): ((verification: Verification) => string) => {
  const t = useTranslations('order')
  const format = useFormat()
  return ({ answer, hours, hoursNeeded, share, figure, earliestAt }) => {
    if (answer === 'too_early') {
      if (earliestAt === null) return t('verifyClosed')
      const text = t(figure === 'link' || figure === 'shutdown' ? 'verifyEarlyLink' : 'verifyEarly', {
        needed: hoursNeeded,
      })
      return format.sentences([t('verifyUntil', { at: format.instant(earliestAt, station.timeZone) }), text])
    }
    if (answer === 'dark')
      return format.sentences([
        t('verifyDark'),
        earliestAt !== null && t('verifyUntil', { at: format.instant(earliestAt, station.timeZone) }),
      ])
    if (figure === 'link') return t(answer === 'back_among_peers' ? 'linkUp' : 'linkDown')
    if (figure === 'shutdown') return t(answer === 'back_among_peers' ? 'closedNow' : 'notClosed')
    const text = t(`verifyText.${answer}`, { used: Math.round(hours * 10) / 10, needed: hoursNeeded })
    if (answer === 'not_enough_light' && closedAt === null) return format.sentences([text, t('verifyComes')])
    return share === null || answer === 'no_peers'
      ? text
      : format.sentences([text, `${t('verifyShare')} ${signed(format.text('share', share), share)}`])
  }
}
export const signed = (text: string, value: number): string => (value > 0 ? `+${text}` : text)

/** Whether what the order is about is back among its peers, in a line: stands beside "complete" and in the review. */
export function VerifyLine({ order }: { order: Order }) {
  const t = useTranslations('order')
  const text = useVerifyText(order)
  const verification = useVerification(order).data?.verification
  if (!verification) return null
  const { status, Icon } = verifyLook[verification.answer]
  return (
    <div className={classes(styles.warning, statusTone(status))}>
      <Icon size={18} aria-hidden />
      <p>
        <b>
          <Dotted
            parts={[
              t(`verifyAnswer.${verification.answer}`),
              verification.device.name || verification.device.sn,
            ]}
          />
        </b>
        {text(verification)}
      </p>
    </div>
  )
}
