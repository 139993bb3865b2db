import { CircleHelp, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import type { Status } from '../states/status-pill.tsx'
import type { Board, BoardDevice } from './control-queries.ts'

export type Verdict = BoardDevice['verdict']
export const verdictLooks = {
  safe: { Icon: ShieldCheck, tone: 'producing' },
  live: { Icon: ShieldAlert, tone: 'fault' },
  unknown: { Icon: CircleHelp, tone: 'unknown' },
} as const satisfies Record<Verdict, { Icon: typeof ShieldAlert; tone: Status }>

/**
 * How the newest act on shutdown devices went, in one sentence; without one, how many are dead now. Of what nothing is
 * known, that comes first, whatever was confirmed once.
 */
export const useBoardSentence = () => {
  const t = useTranslations('control.board')
  const format = useFormat()
  return ({ last, counts, safeBelowV }: Board): string => {
    const limit = `${format.number(safeBelowV)} ${format.write('voltage', safeBelowV).unit}`
    if (counts.unknown > 0 && (last === null || counts.unknown === counts.total))
      return t('unknownNow', { count: counts.unknown })
    if (last === null) return t('safeNow', { done: String(counts.safe), total: String(counts.total), limit })
    const [done, total] = [String(last.confirmed), String(last.total)]
    const seconds = last.afterMs === null ? null : String(Math.round(last.afterMs / 1000))
    if (last.on)
      return seconds === null ? t('closed', { done, total }) : t('closedAfter', { done, total, seconds })
    return seconds === null
      ? t('confirmed', { done, total, limit })
      : t('confirmedAfter', { done, total, limit, seconds })
  }
}

/** What is known of a shutdown device, in short words; a dash where nothing is. */
export const useBoardWords = () => {
  const t = useTranslations('control.board')
  const format = useFormat()
  return {
    keepalive: (value: boolean | null): string =>
      value === null ? '–' : t(value ? 'keepaliveOn' : 'keepaliveOff'),
    closed: (value: boolean | null): string =>
      value === null ? '–' : t(value ? 'closedSwitch' : 'openSwitch'),
    volts: (value: number | null): string => format.text('voltage', value),
  }
}
