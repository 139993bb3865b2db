import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { REGISTRY_CSV_MAX, REGISTRY_LINES_MAX } from '#domain/devices/registry-line.ts'
import { FormFailure } from '../../../app/session/brand.tsx'
import { useAct } from '../../../app/acts/use-act.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Button } from '../../../kit/button.tsx'
import { Fields } from '../../../kit/field.tsx'
import { saveTable } from '../../../kit/save-file.ts'
import { AreaField } from '../../../kit/text-field.tsx'
import { toast } from '../../../kit/toast.tsx'
import { textOf } from '../table-text.ts'
import {
  readRegistry,
  registryTemplate,
  registryText,
  resultsOf,
  type ReadRegistry,
} from './read-registry.ts'
import type { Desk } from './registry-desk.ts'
import { RegistryColumns } from './registry-columns.tsx'
import { RegistryPreview } from './registry-preview.tsx'
import { useFaultText } from './use-registry-text.ts'
import { TableChoice } from '../../../kit/table-choice.tsx'
import styles from './registry.module.css'

/** While somebody types or pastes, the table is read after a rest, ms. */
const restMs = 200

/** The table as it is read now; null while it is. */
const useRead = (text: string): ReadRegistry | null => {
  const [read, setRead] = useState<{ text: string; read: ReadRegistry } | null>(null)
  useEffect(() => {
    let gone = false
    const timer = window.setTimeout(() => {
      void readRegistry(text).then((found) => gone || setRead({ text, read: found }))
    }, restMs)
    return () => {
      gone = true
      window.clearTimeout(timer)
    }
  }, [text])
  return read?.text === text ? read.read : null
}

type EntryProps = { text: string; change: (by: Partial<Desk>) => void }

/** Choosing or pasting a table, what is in it, and sending it. */
export function RegistryEntry({ text, change }: EntryProps) {
  const t = useTranslations('registry')
  const format = useFormat()
  const faultText = useFaultText()
  const act = useAct()
  const read = useRead(text)
  const rows = read?.fault === null ? read.rows : []
  const good = rows.filter(({ problem }) => problem === null)
  const fault = read !== null && read.fault !== null && text.trim() !== '' ? faultText(read) : undefined

  const readFile = async (file: File): Promise<void> => {
    // What no table of this size can be is not read into the field.
    if (file.size > 2 * REGISTRY_CSV_MAX) return toast(t('fileTooLong'), 'failed')
    try {
      change({ text: await textOf(file) })
    } catch {
      toast(t('fileUnreadable'), 'failed')
    }
  }
  const send = async (): Promise<void> => {
    const answer = await act.send('POST /api/registry', { body: { csv: registryText(good) } })
    if (!answer) return
    const results = resultsOf(good, answer)
    const refused = new Set(results.filter(({ result }) => result === 'refused').map(({ no }) => no))
    const left = rows.filter(({ no, problem }) => problem !== null || refused.has(no))
    change({ done: { results, left } })
  }
  return (
    <>
      <div className={styles.text}>
        <p>{t('intro')}</p>
        <p>
          {t('limits', {
            lines: format.number(REGISTRY_LINES_MAX),
            size: format.number(REGISTRY_CSV_MAX / 1000),
          })}
        </p>
      </div>
      <div className={styles.acts}>
        <TableChoice
          label={t('file')}
          template={t('template')}
          onFile={(file) => void readFile(file)}
          onTemplate={() => saveTable(registryTemplate(), `${t('templateName')}.csv`)}
        />
      </div>
      <Fields>
        <AreaField
          label={t('paste')}
          placeholder="serial,secret,claim_code,model"
          className={styles.table}
          value={text}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          help={text.trim() === '' ? t('pasteHelp') : t('kept')}
          error={fault}
          onChange={(event) => change({ text: event.target.value })}
        />
      </Fields>
      {rows.length > 0 && (
        <>
          <div className={styles.acts}>
            <FormFailure text={act.failed} />
            <Button wide busy={act.busy} disabled={good.length === 0} onClick={() => void send()}>
              {good.length > 0 ? t('send', { count: good.length }) : t('sendNone')}
            </Button>
          </div>
          <RegistryPreview rows={rows} />
        </>
      )}
      <RegistryColumns />
    </>
  )
}
