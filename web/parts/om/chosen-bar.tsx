import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAct } from '../../app/acts/use-act.ts'
import { Button } from '../../kit/button.tsx'
import { toast } from '../../kit/toast.tsx'
import { AcknowledgeSheet } from '../alarms/acknowledge-sheet.tsx'
import { ClearSheet } from '../alarms/clear-sheet.tsx'
import type { Chosen } from './use-chosen.ts'
import styles from '../alarms/alarms.module.css'

/** What is done with the alarms that are chosen; nothing while none is. */
export function ChosenBar({ of: given }: { of: Chosen }) {
  const t = useTranslations('alarms')
  const [sheet, setSheet] = useState<'clear' | 'acknowledge' | null>(null)
  const waking = useAct({ toasts: true })
  const alarms = [...(given.chosen?.values() ?? [])]
  const [first] = alarms
  if (first === undefined) return null
  const ids = alarms.map(({ id }) => id)
  const closed = alarms.filter(({ status }) => status === 'closed').length
  const allSeen = alarms.every(({ acknowledged }) => acknowledged !== null)
  const done = (): void => {
    setSheet(null)
    given.end()
  }
  const wake = async (): Promise<void> => {
    if (!(await waking.send('POST /api/alarms/wake', { body: { ids } }))) return
    toast(t('woken'))
    done()
  }
  return (
    <>
      <div className={styles.bar}>
        {given.mayClear && (
          <Button kind={given.mayOrder ? 'quiet' : 'primary'} onClick={() => setSheet('clear')}>
            {t('clearCount', { count: ids.length })}
          </Button>
        )}
        {given.mayAcknowledge && closed === 0 && (
          <Button
            kind="quiet"
            busy={waking.busy}
            onClick={() => (allSeen ? void wake() : setSheet('acknowledge'))}
          >
            {t(allSeen ? 'wake' : 'acknowledge')}
          </Button>
        )}
        {given.mayOrder && <Button onClick={given.makeOrder}>{t('makeOrder')}</Button>}
      </div>
      {sheet === 'clear' && (
        <ClearSheet ids={ids} closed={closed} onClose={() => setSheet(null)} onCleared={done} />
      )}
      {sheet === 'acknowledge' && (
        <AcknowledgeSheet
          ids={ids}
          timeZone={first.station.timeZone}
          onClose={() => setSheet(null)}
          onDone={done}
        />
      )}
    </>
  )
}
