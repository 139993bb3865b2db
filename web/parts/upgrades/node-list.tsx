import { CircleAlert, ListX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { pathToDevice } from '../../paths.ts'
import { Card } from '../../kit/card.tsx'
import { Dotted } from '../../kit/dotted.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { Windowed } from '../../kit/windowed.tsx'
import { Bar } from './bar.tsx'
import { NodePill } from './status-pills.tsx'
import type { TaskNode } from './upgrade-queries.ts'
import rows from '../alarms/alarms.module.css'
import styles from './upgrades.module.css'
import { useUpgradeWords } from './use-upgrade-words.ts'

type NodeListProps = {
  nodes: readonly TaskNode[]
  /** There are more than may be shown. */
  more: boolean
  /** Said when there is none. */
  empty: string
}

/** Devices of one level; only those in view are in the page. */
export function NodeList({ nodes, more, empty }: NodeListProps) {
  const t = useTranslations('upgrades.nodes')
  if (nodes.length === 0) return <EmptyState icon={<ListX size={26} aria-hidden />} title={empty} />
  return (
    <>
      <Card flush>
        <Windowed items={nodes} as="div" rowHeight={84}>
          {(piece) => piece.map((node) => <NodeRow key={node.deviceId} node={node} />)}
        </Windowed>
      </Card>
      {more && <p className={rows.place}>{t('shown', { count: String(nodes.length) })}</p>}
    </>
  )
}

function NodeRow({ node }: { node: TaskNode }) {
  const t = useTranslations('upgrades.nodes')
  const words = useUpgradeWords()
  const { after, before, code, level, percent, reported, status } = node
  const name = node.name || node.sn
  const open = status === 'writing' || status === 'verifying'
  return (
    <Go to={pathToDevice(level, node.deviceId)} className={styles.node}>
      <span className={styles.nodeHead}>
        <span className={rows.name}>{name}</span>
        <NodePill status={status} />
      </span>
      <span className={rows.place}>
        <Dotted
          parts={[
            node.name && node.sn,
            node.model,
            t('change', { before: before || t('unknown'), after }),
            // What it says itself is worth a word only where it is not what is to be expected.
            status === 'updated' || status === 'failed' || status === 'verifying'
              ? reported
                ? t('reported', { version: reported })
                : t('unreported')
              : '',
          ]}
        />
      </span>
      {open && percent !== null && (
        <Bar label={name} percent={percent} status={status === 'writing' ? 'distributing' : 'verifying'} />
      )}
      {code !== null && (
        <span className={styles.why}>
          <CircleAlert size={14} aria-hidden />
          {words.code(code)}
        </span>
      )}
    </Go>
  )
}
