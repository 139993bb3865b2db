import { Timer, TimerOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { takenW, TIMER_S } from '#domain/commands/power-limits.ts'
import { Figure } from '../../kit/figure.tsx'
import { wallClock } from '../../kit/words/wall-clock.ts'
import { Note } from '../states/note.tsx'
import { amountOf, endOf, type LimitDraft } from './limit-draft.ts'
import { countEnders } from './limit-groups.ts'
import { useLimitWords } from './limit-words.ts'
import type { Preview } from './control-queries.ts'

/** Of this phone. */
const { timeZone: ownZone } = new Intl.DateTimeFormat().resolvedOptions()

/** In one sentence: how many, to what, until when; by whose clock, where that of the station is another. */
export const useLimitSentence = (timeZone: string) => {
  const t = useTranslations('limits')
  const words = useLimitWords(timeZone)
  return (draft: LimitDraft, count: number, now: number): string => {
    const end = endOf(draft, now)
    return t('effect', {
      count,
      to: words.to(amountOf(draft) ?? {}),
      at: end === null ? '–' : words.at(end, now),
      there: String(end !== null && wallClock(end, timeZone) !== wallClock(end, ownZone)),
    })
  }
}

/** What it takes out of what flows now. */
export function Taken({ draft, preview }: { draft: LimitDraft; preview: Preview }) {
  const t = useTranslations('limits')
  const amount = amountOf(draft)
  return (
    <Figure
      label={t('taken')}
      measure="power"
      size="m"
      value={amount === null ? null : takenW(preview.devices, amount)}
    />
  )
}

/** A line for each of those who end it. */
export function EnderLines({
  enders,
  className,
}: {
  enders: ReturnType<typeof countEnders>
  className?: string | undefined
}) {
  const t = useTranslations('limits')
  return enders.map(([who, count]) => (
    <p key={who} className={className}>
      {enders.length === 1 ? t(`who.${who}`) : t('whoCount', { count, who: t(`who.${who}`) })}
    </p>
  ))
}

/** Who ends it, device by device where they differ, and what a long one rests on. */
export function Enders({ draft, preview, now }: { draft: LimitDraft; preview: Preview; now: number }) {
  const t = useTranslations('limits')
  const words = useLimitWords(preview.timeZone)
  const { devices } = preview
  const said = devices.map(({ can }) => ({ reversion: can?.limit?.reversion ?? 'server' }))
  const enders = countEnders(said)
  const end = endOf(draft, now)
  const isLong = end !== null && end - now > TIMER_S * 1000 && enders.some(([who]) => who !== 'server')
  const isSafe = enders.every(([who]) => who !== 'server')
  const Icon = isSafe ? Timer : TimerOff
  if (devices.length === 0) return null
  return (
    <Note tone={isSafe ? 'standby' : 'curtailed'} icon={<Icon size={18} />}>
      <EnderLines enders={enders} />
      {isLong && <p>{t('renewed', { time: words.left(TIMER_S * 1000) })}</p>}
      {devices.some(({ can }) => can === null) && <p>{t('unsaid')}</p>}
    </Note>
  )
}
