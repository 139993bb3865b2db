import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../../app/phrases/use-kind-words.ts'
import { readLabel } from '#domain/devices/read-label.ts'
import { Fields } from '../../../kit/field.tsx'
import { signal } from '../../../kit/scanner/signals.ts'
import { saveTable } from '../../../kit/save-file.ts'
import { Sheet } from '../../../kit/sheet.tsx'
import { AreaField } from '../../../kit/text-field.tsx'
import { toast } from '../../../kit/toast.tsx'
import { freePosition } from './adding-list.ts'
import { TableChoice } from '../../../kit/table-choice.tsx'
import styles from './adding-board.module.css'
import type { Adding } from './use-adding.ts'

const templateLines = 20
const tableBytesMax = 2_000_000

/** Serials from a list: pasted, or from a table (CSV) with a template to fill in. */
export function ListSheet({ adding, open, onClose }: { adding: Adding; open: boolean; onClose: () => void }) {
  const t = useTranslations('addDevices')
  const words = useKindWords()
  const [text, setText] = useState('')
  const count = readLabel(text).length
  const finish = (verdict: Parameters<typeof signal>[0]): void => {
    signal(verdict)
    onClose()
  }
  const readFile = async (file: File): Promise<void> => {
    try {
      if (file.size > tableBytesMax) throw new RangeError('a table of devices is not that long')
      const { readTable } = await import('./read-table.ts')
      const read = await readTable(file)
      finish('lines' in read ? adding.takeLines(read.lines) : adding.type(read.text))
    } catch {
      toast(t('tableUnreadable'), 'failed')
    }
  }
  const download = async (): Promise<void> => {
    const { tableText } = await import('../table-text.ts')
    const { target, rows } = adding.draft
    const first = freePosition(target, rows, adding.known)
    const kind = words.short(target.kind)
    const lines = Array.from({ length: templateLines }, (_, no) => {
      const place = first === null ? ['', ''] : [String(target.stringNo), String(first + no)]
      return ['', kind, target.brand, target.model, '', ...place]
    })
    const head = [
      'SN',
      ...(['kind', 'brand', 'model', 'name', 'string', 'position'] as const).map((one) => t(`column.${one}`)),
    ]
    saveTable(tableText(head, lines), `${t('templateName')}.csv`)
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('listTitleSheet')}
      done={{
        label: t('add'),
        disabled: count === 0,
        onPress: () => {
          finish(adding.type(text))
          setText('')
        },
      }}
    >
      <Fields>
        <AreaField
          label={t('pasteLabel')}
          placeholder={t('pastePlaceholder')}
          help={count > 0 ? t('pasteCount', { count }) : t('pasteHelp')}
          className={styles.paste}
          value={text}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
      </Fields>
      <div className={styles.sheetFoot}>
        <TableChoice
          label={t('table')}
          template={t('template')}
          onFile={(file) => void readFile(file)}
          onTemplate={() => void download()}
        />
      </div>
    </Sheet>
  )
}
