import { useTranslations } from 'use-intl'
import type { Answer } from '../../../app/data/call-types.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { DeviationStrip } from './deviation-strip.tsx'
import { wordOf } from './deviation.ts'
import styles from './peers.module.css'

export type Peers = Answer<'GET /api/devices/{deviceId}/peers'>

/** How it did against the others: in words, as a strip, and on what that rests. */
export function PeersPart({ found, ratedKnown }: { found: Peers; ratedKnown: boolean }) {
  const t = useTranslations('device.peers')
  const format = useFormat()
  const { own, median, share, rank, peers, per, fromTs, toTs, timeZone } = found
  const known = peers.flatMap(({ value }) => (value === null || !median ? [] : [value / median - 1]))
  if (peers.length === 0) return null
  const inverters = per === 'kw'
  if (share === null || own === null || median === null || rank === null || fromTs === null || toTs === null)
    return (
      <p className={styles.text}>
        {t(found.ratingInDoubt ? 'ownInDoubt' : inverters && !ratedKnown ? 'noRated' : 'none')}
      </p>
    )
  const word = t(wordOf(share), { share: format.text('share', Math.abs(share)) })
  const place = t('rank', { rank: String(rank), all: String(known.length + 1) })
  const written = (value: number): string =>
    t(inverters ? 'perKw' : 'perModule', { value: format.number(value, 0) })
  const doubted = peers.filter(({ ratingInDoubt }) => ratingInDoubt)
  const missing = peers.length - known.length - doubted.length
  const comma = format.language === 'en' ? ', ' : '、'
  const told = [
    t('means', { own: written(own), median: written(median) }),
    t('span', {
      day: format.day(found.day, 'short'),
      from: format.clock(fromTs, timeZone),
      to: format.clock(toTs, timeZone),
    }),
    t(inverters ? 'inverters' : 'modules'),
    ...(missing > 0 ? [t('unknown', { count: missing })] : []),
    ...(doubted.length > 0
      ? [t('inDoubt', { names: doubted.map(({ name, sn }) => name || sn).join(comma) })]
      : []),
  ]
  return (
    <section className={styles.part}>
      <p className={styles.word}>
        <b>{word}</b>
        <span>{place}</span>
      </p>
      <DeviationStrip
        label={`${word}, ${place}`}
        others={known}
        own={share}
        ownLabel={t('own')}
        medianLabel={t('median')}
      />
      <p className={styles.text}>{told.join(format.language === 'en' ? ' ' : '')}</p>
    </section>
  )
}
