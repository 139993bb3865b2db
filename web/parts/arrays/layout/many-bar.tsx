import { Boxes, CopyPlus, Unlink } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../kit/button.tsx'
import { toast } from '../../../kit/toast.tsx'
import type { ArrayStore } from '../array-store.ts'
import { HandBar } from '../hand-bar.tsx'
import { ModulesSheet } from '../modules-sheet.tsx'
import { fillCells, nextForRow, takeOut } from '../moves.ts'
import { rowBelow } from '../snake.ts'
import type { AreaRow, MemberKind, Site } from '../site.ts'

type ManyBarProps = {
  site: Site
  store: ArrayStore
  area: AreaRow
  kind: MemberKind
  deviceIds: readonly string[]
  onSelect: (deviceIds: readonly string[]) => void
  onDone: () => void
}

/** Several devices in the hand: drag one of them and all move along. */
export function ManyBar({ site, store, area, kind, deviceIds, onSelect, onDone }: ManyBarProps) {
  const t = useTranslations('arrays')
  const [open, setOpen] = useState(false)
  const spots = deviceIds.map((id) => site.hang(id))
  const rows = new Set(spots.map(({ row }) => row))
  const [row] = rows
  const oneRow = rows.size === 1 && typeof row === 'number' && row < area.rows
  const copy = (): void => {
    if (typeof row !== 'number') return
    const to = row + 1
    const cells = rowBelow(
      spots.flatMap(({ col }) => col ?? []),
      to,
      (cell) => site.atSpot(kind, area.id, cell.row, cell.col) !== null,
    )
    const coming = nextForRow(site, deviceIds, kind).slice(0, cells.length)
    if (coming.length === 0) {
      toast(t('hand.copyRowNone'), 'failed')
      return
    }
    store.act(fillCells(site, coming, area.id, cells))
    toast(t('hand.copyRowDone', { count: coming.length, row: String(to) }))
    onSelect(coming)
  }
  return (
    <>
      <HandBar
        title={t('hand.many', { count: String(deviceIds.length) })}
        text={t('stage.hintEmpty')}
        onDone={onDone}
      >
        {oneRow && (
          <Button kind="quiet" small icon={<CopyPlus size={16} aria-hidden />} onClick={copy}>
            {t('hand.copyRow')}
          </Button>
        )}
        <Button
          kind="quiet"
          small
          icon={<Unlink size={16} aria-hidden />}
          onClick={() => {
            store.act(takeOut(site, deviceIds, 'area'))
            onDone()
          }}
        >
          {t('hand.takeOutArea')}
        </Button>
        <Button kind="quiet" small icon={<Boxes size={16} aria-hidden />} onClick={() => setOpen(true)}>
          {t('hand.modules')}
        </Button>
      </HandBar>
      <ModulesSheet
        open={open}
        site={site}
        store={store}
        deviceIds={deviceIds}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
