import { useTranslations } from 'use-intl'
import { pathToDevice } from '../../paths.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { Go } from '../../kit/navigation/go.tsx'
import styles from './control.module.css'
import type { Result } from './control-queries.ts'
import { OutcomePill } from './outcome-pill.tsx'
import { useNow } from '../../kit/time/now.ts'
import { useLimitWords } from './limit-words.ts'
import { useActWords } from '../log/use-act-words.ts'

/** What it read afterwards, as far as that is worth a line. */
const useReadingText = () => {
  const t = useTranslations('control.reading')
  const format = useFormat()
  return (after: Result['after']): string[] => {
    if (after === null) return []
    const { closed, u_out: outV, u_in: inV, p, limit_pct: pct, limit_w: w, up_s: upS } = after
    const volts =
      typeof outV === 'number' ? outV : typeof closed === 'boolean' && typeof inV === 'number' ? inV : null
    return [
      typeof closed === 'boolean' ? t(closed ? 'closed' : 'open') : '',
      volts === null ? '' : format.text('voltage', volts),
      typeof p === 'number' ? format.text('power', p) : '',
      typeof w === 'number'
        ? t('limit', { to: format.text('power', w) })
        : typeof pct === 'number' && pct < 100
          ? t('limit', { to: `${format.number(pct)}%` })
          : '',
      typeof upS === 'number' && upS < 600 ? t('up', { seconds: String(upS) }) : '',
    ].filter(Boolean)
  }
}

type ResultRowProps = {
  result: Pick<Result, 'deviceId' | 'kind' | 'sn' | 'name' | 'code' | 'state' | 'after' | 'limit' | 'outcome'>
  timeZone: string
}

/** A device of an act: its word, why, and what it read. */
export function ResultRow({ result, timeZone }: ResultRowProps) {
  const words = useActWords()
  const readingText = useReadingText()
  const why = words.code(result.code, result.state)
  const reading = readingText(result.after)
  const limits = useLimitWords(timeZone)
  const now = useNow()
  const end =
    result.limit === null || result.limit.endedBy === 'never' ? null : limits.ended(result.limit, now)
  return (
    <li className={styles.result}>
      <Go to={pathToDevice(result.kind, result.deviceId)} className={styles.resultName}>
        {result.name || result.sn}
        {(why !== null || reading.length > 0) && (
          <span className={styles.hint}>
            <Dotted parts={[why, ...reading]} />
          </span>
        )}
        {end && <span className={styles.hint}>{end}</span>}
      </Go>
      <OutcomePill outcome={result.outcome} />
    </li>
  )
}
