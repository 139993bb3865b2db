import { useTranslations } from 'use-intl'
import { Dotted } from '../../../kit/dotted.tsx'
import { todayIn } from '../../../kit/chart/period.ts'
import { useNow } from '../../../kit/time/now.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import type { DeviceDetail } from '../device-facts.ts'
import parts from '../parts.module.css'
import { wordOf } from './deviation.ts'
import { usePeers } from './use-peers.ts'

/** How a device does against its peers over the day that is told, in one line. It always takes its line, so that nothing moves when it comes. */
export function PeersLine({ detail }: { detail: DeviceDetail }) {
  const t = useTranslations('device.peers')
  const format = useFormat()
  const { data } = usePeers(detail)
  const now = useNow()
  const { share, rank, peers } = data ?? { share: null, rank: null, peers: [] }
  const says = (of: number): string => {
    const word = t(wordOf(of), { share: format.text('share', Math.abs(of)) })
    return format.language === 'en' ? word.charAt(0).toLowerCase() + word.slice(1) : word
  }
  const known = peers.filter(({ value }) => value !== null).length
  return (
    <p className={parts.gaugeText}>
      {data === undefined ? (
        '\u00A0'
      ) : share === null || rank === null || known === 0 ? (
        t(detail.device.state === 'shutdown' ? 'lineStopped' : 'lineNone')
      ) : (
        <Dotted
          parts={[
            t('lineOf', {
              day: data.day === todayIn(now, data.timeZone) ? 'today' : 'yesterday',
              says: says(share),
            }),
            // Of two the sentence says it.
            known > 1 && t('rank', { rank: String(rank), all: String(known + 1) }),
          ]}
        />
      )}
    </p>
  )
}
