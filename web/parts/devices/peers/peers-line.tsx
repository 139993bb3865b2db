import { useTranslations } from 'use-intl'
import { Dotted } from '../../../kit/dotted.tsx'
import { useFormat } from '../../../kit/words/use-format.ts'
import type { DeviceDetail } from '../device-facts.ts'
import parts from '../parts.module.css'
import { wordOf } from './deviation.ts'
import { usePeers } from './use-peers.ts'

/** How a device does against its peers, in one line. It always takes its line, so that nothing moves when it comes. */
export function PeersLine({ detail }: { detail: DeviceDetail }) {
  const t = useTranslations('device.peers')
  const format = useFormat()
  const { data } = usePeers(detail)
  const { share, rank, peers } = data ?? { share: null, rank: null, peers: [] }
  const known = peers.filter(({ value }) => value !== null).length
  return (
    <p className={parts.gaugeText}>
      {data === undefined ? (
        '\u00A0'
      ) : share === null || rank === null || known === 0 ? (
        t('lineNone')
      ) : (
        <Dotted
          parts={[
            t(wordOf(share), { share: format.text('share', Math.abs(share)) }),
            t('rank', { rank: String(rank), all: String(known + 1) }),
          ]}
        />
      )}
    </p>
  )
}
