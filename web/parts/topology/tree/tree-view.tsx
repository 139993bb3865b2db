import { givesPower } from '#domain/devices/kinds.ts'
import { restOf } from '#domain/telemetry/night-energy.ts'
import { useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { pathToDevice } from '../../../paths.ts'
import { navigate } from '../../../kit/navigation/navigate.ts'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { SearchBox } from '../../../kit/search-box.tsx'
import { Windowed } from '../../../kit/windowed.tsx'
import type { ArrayData } from '../layout/plan.ts'
import type { DeviceData } from '../use-array.ts'
import { foundIn, keyOfMark, openAtFirst, prune, rowsOf, treeOf, wayTo, type TreeRow } from './rows.ts'
import { TreeLine } from './tree-line.tsx'
import { hasModules } from '../../stations/device-groups.ts'
import styles from './tree.module.css'

const visit = ({ node }: TreeRow): void => {
  if (node.device) navigate.push(pathToDevice(node.device.kind, node.device.id))
}

/** By then the rows around one that was moved to are drawn. */
const SETTLES_MS = 400

type TreeViewProps = {
  stationId: string
  stationName: string
  devices: readonly DeviceData[]
  strings: ArrayData['strings']
  /** The device or string that a link led to: it is shown and has the focus. */
  mark: string | undefined
}

/** How everything hangs together; arrow keys move and open, Enter leads to the device. */
export function TreeView({ stationId, stationName, devices, strings, mark }: TreeViewProps) {
  const t = useTranslations('topology')
  const ui = useTranslations('ui')
  const root = useMemo(() => treeOf(stationId, devices, strings), [stationId, devices, strings])
  const rest = useMemo(() => restOf(devices.filter(({ kind }) => givesPower(kind))), [devices])
  const [marked] = useState(() => (mark === undefined ? null : wayTo(root, keyOfMark(mark, strings))))
  const [open, setOpen] = useState(() => new Set([...openAtFirst(root), ...(marked ?? [])]))
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed)
  const found = useMemo(() => foundIn(devices, wanted), [devices, wanted])
  const rows = useMemo(() => {
    if (found === null) return rowsOf(root, open)
    const part = prune(root, found)
    return part ? rowsOf(part, null) : []
  }, [root, open, found])
  const [at, setAt] = useState(marked?.at(-1) ?? stationId)
  const list = useRef<HTMLDivElement>(null)
  /** How often the focus was led to a row. */
  const [led, setLed] = useState(marked === null ? 0 : 1)
  const current = rows.some(({ node }) => node.key === at) ? at : rows[0]?.node.key
  useEffect(() => {
    if (led === 0) return undefined
    const tree = list.current
    const row = tree?.querySelector<HTMLElement>(`[data-row="${CSS.escape(at)}"]`)
    if (!tree || !row) return undefined
    row.focus()
    // Far from where one was, the rows between have heights that were guessed: it stays in sight while they are measured.
    const growing = new ResizeObserver(() => {
      if (document.activeElement === row) row.scrollIntoView({ block: 'nearest' })
    })
    growing.observe(tree)
    const timer = window.setTimeout(() => growing.disconnect(), SETTLES_MS)
    return () => {
      window.clearTimeout(timer)
      growing.disconnect()
    }
  }, [led, at])

  const goTo = (row: TreeRow | undefined): void => {
    if (!row) return
    setAt(row.node.key)
    setLed(led + 1)
  }
  const toggle = ({ node, open: isOpen }: TreeRow): void => {
    if (found !== null || node.children.length === 0) return
    const next = new Set(open)
    if (isOpen) next.delete(node.key)
    else next.add(node.key)
    setOpen(next)
  }
  const press = (row: TreeRow): void => {
    setAt(row.node.key)
    if (row.node.children.length > 0) toggle(row)
    else visit(row)
  }
  const keyed = (event: KeyboardEvent): void => {
    const index = rows.findIndex(({ node }) => node.key === current)
    const row = rows[index]
    if (!row) return
    const acts: Record<string, () => void> = {
      ArrowDown: () => goTo(rows[index + 1]),
      ArrowUp: () => goTo(rows[index - 1]),
      Home: () => goTo(rows[0]),
      End: () => goTo(rows.at(-1)),
      ArrowRight: () => (row.open || row.node.children.length === 0 ? goTo(rows[index + 1]) : toggle(row)),
      ArrowLeft: () =>
        row.open && found === null ? toggle(row) : goTo(rows.find(({ node }) => node.key === row.parent)),
      Enter: () => (row.node.device ? visit(row) : toggle(row)),
      ' ': () => toggle(row),
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <>
      <SearchBox value={typed} onChange={setTyped} label={t('tree.search')} />
      {rest !== null && rows.length > 0 && (
        <p className={styles.ofDay}>{t(`time.${hasModules(devices) ? 'nightDc' : 'night'}.${rest}`)}</p>
      )}
      {rows.length === 0 ? (
        <EmptyState title={ui('nothingFound', { text: wanted.trim() })} />
      ) : (
        <div
          ref={list}
          role="tree"
          tabIndex={-1}
          aria-label={t('tree.title')}
          className={styles.tree}
          onKeyDown={keyed}
        >
          <Windowed
            items={rows}
            as="div"
            rowHeight={56}
            at={rows.findIndex(({ node }) => node.key === current)}
          >
            {(piece) =>
              piece.map((row) => (
                <TreeLine
                  key={row.node.key}
                  row={row}
                  stationName={stationName}
                  rest={rest}
                  current={row.node.key === current}
                  onPress={press}
                />
              ))
            }
          </Windowed>
        </div>
      )}
    </>
  )
}
