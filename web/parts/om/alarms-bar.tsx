import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CLEARED_AT_ONCE } from '#domain/alarms/limits.ts'
import { useAllowed } from '../../app/session/allowed.tsx'
import { Button } from '../../kit/button.tsx'
import { navigate } from '../../kit/navigation/navigate.ts'
import { toast } from '../../kit/toast.tsx'
import { pathTo } from '../../paths.ts'
import { ClearSheet } from '../alarms/clear-sheet.tsx'
import type { Alarm } from '../alarms/use-alarms.ts'
import { AcknowledgeEachSheet, WakeEachSheet } from '../bulk/alarm-sheets.tsx'
import { PickBar } from '../bulk/pick-bar.tsx'
import { whyNotOrdered } from './why-not-ordered.ts'

type Act = 'acknowledge' | 'wake' | 'clear'

type AlarmsBarProps = {
  alarms: readonly Alarm[]
  /** Alarms of the devices that are chosen which are not told one by one. */
  hidden?: number
  onAll: () => Promise<void>
  onEnd: () => void
}

/** What is done with alarms that are chosen: of any stations they are acknowledged, of one also cleared or ordered. */
export function AlarmsBar({ alarms, hidden = 0, onAll, onEnd }: AlarmsBarProps) {
  const t = useTranslations('alarms')
  const words = useTranslations('bulk')
  // Of those that were seen when it was opened: more may come meanwhile.
  const [sheet, setSheet] = useState<{ act: Act; alarms: readonly Alarm[]; hidden: number } | null>(null)
  const [first] = alarms
  const mayAcknowledge = useAllowed('om:alarm:acknowledge')
  const mayClear = useAllowed('om:alarm:clear', first?.station.id)
  const mayOrder = useAllowed('om:order:create', first?.station.id)
  const together =
    alarms.length <= CLEARED_AT_ONCE && alarms.every(({ station }) => station.id === first?.station.id)
  const allSeen = alarms.every(({ acknowledged }) => acknowledged !== null)
  const open = (act: Act): void => setSheet({ act, alarms, hidden })
  const close = (): void => setSheet(null)
  const makeOrder = (): void => {
    const whyNot = whyNotOrdered(alarms)
    if (whyNot) toast(t(whyNot), 'failed')
    else navigate.push(pathTo('add-work-order', { alarms: alarms.map(({ id }) => id).join(',') }))
  }
  return (
    <PickBar
      count={alarms.length}
      told={words('alarms', { count: alarms.length })}
      onAll={onAll}
      onEnd={onEnd}
    >
      {together && mayClear && (
        <Button kind="quiet" onClick={() => open('clear')}>
          {t('clearCount', { count: alarms.length })}
        </Button>
      )}
      {together && mayOrder && (
        <Button kind="quiet" onClick={makeOrder}>
          {t('makeOrder')}
        </Button>
      )}
      {mayAcknowledge && (
        <Button data-key="a" onClick={() => open(allSeen ? 'wake' : 'acknowledge')}>
          {allSeen ? words('wake.title') : t('acknowledge')}
        </Button>
      )}
      {sheet?.act === 'acknowledge' && <AcknowledgeEachSheet {...sheet} onClose={close} onDone={onEnd} />}
      {sheet?.act === 'wake' && <WakeEachSheet {...sheet} onClose={close} onDone={onEnd} />}
      {sheet?.act === 'clear' && (
        <ClearSheet
          ids={sheet.alarms.map(({ id }) => id)}
          closed={sheet.alarms.filter(({ status }) => status === 'closed').length}
          onClose={close}
          onCleared={onEnd}
        />
      )}
    </PickBar>
  )
}
