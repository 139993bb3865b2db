import { givesPower } from '#domain/devices/kinds.ts'
import type { NightDay } from '#domain/telemetry/night-energy.ts'
import { ChevronRight, Network, RadioTower, Sun, Waypoints, type LucideIcon } from 'lucide-react'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { pathToDevice } from '../../../paths.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { classes } from '../../../kit/classes.ts'
import { Go } from '../../../kit/navigation/go.tsx'
import { useLostSince, useNow } from '../../../kit/time/now.ts'
import { kindIcons } from '../../states/kind-icons.ts'
import { StatusPill } from '../../states/status-pill.tsx'
import { restsWith, type TreeNode, type TreeRow } from './rows.ts'
import styles from './tree.module.css'

const icons: Partial<Record<TreeNode['kind'], LucideIcon>> = {
  station: Sun,
  mppt: Network,
  string: Waypoints,
}

type TreeLineProps = {
  row: TreeRow
  stationName: string
  /** The day whose energies are shown in place of powers; null = powers say more. */
  rest: NightDay | null
  /** The one that the Tab key reaches. */
  current: boolean
  onPress: (row: TreeRow) => void
}

const useTitle = ({ node }: TreeRow, stationName: string): string => {
  const t = useTranslations('topology')
  const { kind, device, no, name } = node
  if (kind === 'station') return stationName
  if (device) return device.name || device.sn
  if (kind === 'mppt') return t('mppt', { no: String(no) })
  if (kind === 'none') return t('tree.noGateway')
  if (no === null) return t('noString')
  const own = t('string', { no: String(no) })
  return name === '' ? own : `${own} · ${name}`
}

/** A row of the tree: what it is, how it is, what it gives. A press opens what lies below it, or the device. */
export const TreeLine = memo(function TreeLine({ row, stationName, rest, current, onPress }: TreeLineProps) {
  const t = useTranslations('topology')
  const format = useFormat()
  const now = useNow()
  const lost = useLostSince() !== null
  const { node, level, index, of, open } = row
  const { device, children } = node
  const title = useTitle(row, stationName)
  const Icon: LucideIcon = device ? kindIcons[device.kind] : (icons[node.kind] ?? RadioTower)
  /** A leaf of which no power is known to come shows how old its word is instead. */
  const silent = node.kind === 'device' && device !== null && !givesPower(device.kind)
  const rests = rest !== null && restsWith(node)
  // What was made is known of who is silent, too.
  const { text, unit } = rests
    ? format.write('energy', node.nightWh)
    : format.write('power', device && !device.online ? null : node.powerW)
  const old = lost || (device !== null && !device.online)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the tree's
    <div
      role="treeitem"
      aria-level={level}
      aria-posinset={index}
      aria-setsize={of}
      aria-selected={current}
      {...(children.length > 0 ? { 'aria-expanded': open } : {})}
      tabIndex={current ? 0 : -1}
      data-row={node.key}
      className={styles.row}
      style={{ paddingInlineStart: `calc(${4 + (level - 1) * 14} * var(--u))` }}
      onClick={() => onPress(row)}
    >
      <ChevronRight
        size={16}
        className={classes(styles.twist, open && styles.twisted, children.length === 0 && styles.noTwist)}
        aria-hidden
      />
      <Icon size={18} className={styles.rowIcon} aria-hidden />
      <span className={styles.rowMain}>
        <span className={styles.rowName}>{title}</span>
        <span className={styles.rowAbout}>
          {device && (
            <>
              <StatusPill
                plain
                status={device.kind === 'gateway' ? (device.online ? 'online' : 'offline') : device.state}
              />
              {device.position !== null && node.kind === 'device' && (
                <span>{t('card.position', { no: String(device.position) })}</span>
              )}
              {(old || silent) && <span>{format.age(device.lastAt, now)}</span>}
            </>
          )}
          {node.count > 0 && <span>{t('tree.count', { count: node.count })}</span>}
          {node.count > 0 && node.troubled > 0 && (
            <span className={styles.troubled}>{t('tree.troubled', { count: node.troubled })}</span>
          )}
        </span>
      </span>
      {!silent && (
        <span className={classes(styles.rowPower, (text === null || (old && !rests)) && styles.absent)}>
          {text ?? '–'}
          {text !== null && <small> {unit}</small>}
        </span>
      )}
      {device && children.length > 0 && (
        <Go
          to={pathToDevice(device.kind, device.id)}
          tabIndex={-1}
          className={styles.rowOpen}
          aria-label={t('tree.open', { name: title })}
          onClick={(event) => event.stopPropagation()}
        >
          <ChevronRight size={18} aria-hidden />
        </Go>
      )}
    </div>
  )
})
