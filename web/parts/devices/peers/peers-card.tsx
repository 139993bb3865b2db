import { useTranslations } from 'use-intl'
import { Card } from '../../../kit/card.tsx'
import { Skeleton } from '../../../kit/skeleton.tsx'
import type { DeviceDetail } from '../device-facts.ts'
import { PeersPart } from './peers-part.tsx'
import { usePeers } from './use-peers.ts'
import styles from './peers.module.css'
import { Waiting } from '../../../app/failure/waiting.tsx'

/** A device against its peers over the light of the day. Without any nothing. */
export function PeersCard({ detail }: { detail: DeviceDetail }) {
  const t = useTranslations('device.peers')
  const { data, error, refetch } = usePeers(detail)
  if (data?.peers.length === 0) return null
  return (
    <Card title={t('title')}>
      {data ? (
        <div className={styles.parts}>
          <PeersPart found={data} ratedKnown={detail.device.ratedW !== null} />
        </div>
      ) : (
        <Waiting of={{ error, refetch }} inline>
          <Skeleton shape="block" height="163px" />
        </Waiting>
      )}
    </Card>
  )
}
