import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../../app/session/allowed.tsx'
import { navigate } from '../../kit/navigation/navigate.ts'
import { toast } from '../../kit/toast.tsx'
import { pathTo } from '../../paths.ts'
import type { Alarm } from '../alarms/use-alarms.ts'
import { whyNotOrdered } from './why-not-ordered.ts'

/** Alarms that a person chooses, of one station, to clear them, to acknowledge them or to make an order of them. */
export const useChosen = () => {
  const t = useTranslations('alarms')
  const [chosen, setChosen] = useState<ReadonlyMap<string, Alarm> | null>(null)
  // Those that are chosen stand at one station.
  const [one] = chosen?.values() ?? []
  const mayClear = useAllowed('om:alarm:clear')
  const mayAcknowledge = useAllowed('om:alarm:acknowledge')
  const mayOrder = useAllowed('om:order:create')
  const mayClearThese = useAllowed('om:alarm:clear', one?.station.id)
  const mayAcknowledgeThese = useAllowed('om:alarm:acknowledge', one?.station.id)

  const toggle = (alarm: Alarm): void => {
    const next = new Map(chosen)
    const [other] = next.values()
    if (next.delete(alarm.id)) setChosen(next)
    else if (other && other.station.id !== alarm.station.id) toast(t('oneStation'), 'failed')
    else setChosen(next.set(alarm.id, alarm))
  }

  /** Says why not, in the specification's words; else the page where an order is made of them. */
  const makeOrder = (): void => {
    const all = [...(chosen?.values() ?? [])]
    const whyNot = whyNotOrdered(all)
    if (whyNot) toast(t(whyNot), 'failed')
    else navigate.push(pathTo('add-work-order', { alarms: all.map(({ id }) => id).join(',') }))
  }

  return {
    chosen,
    mayChoose: mayClear || mayOrder || mayAcknowledge,
    mayOrder,
    mayClear: mayClearThese,
    mayAcknowledge: mayAcknowledgeThese,
    begin: (): void => setChosen(chosen ? null : new Map()),
    end: (): void => setChosen(null),
    choosing: (alarm: Alarm) =>
      chosen ? { chosen: chosen.has(alarm.id), onChange: () => toggle(alarm) } : undefined,
    makeOrder,
  }
}

export type Chosen = ReturnType<typeof useChosen>
