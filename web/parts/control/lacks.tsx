import { CircleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ControlAct } from '#domain/commands/control-ops.ts'
import { cannot, type Lack } from '#domain/commands/power-limits.ts'
import { Note } from '../states/note.tsx'
import type { Preview } from './control-queries.ts'

type Device = Preview['devices'][number]
/** Named one by one; the others are counted. */
const NAMED = 3

/** What stands against it, by devices, before anything is sent. */
export const lacksOf = (act: ControlAct, devices: readonly Device[]): [Lack, Device[]][] =>
  [...Map.groupBy(devices, ({ can, ratedW }) => cannot(act, can, ratedW))].flatMap(([lack, own]) =>
    lack === null ? [] : [[lack, own]],
  )

/** Devices that cannot do what is wanted of them, with what they can. */
export function Lacks({ act, devices }: { act: ControlAct; devices: readonly Device[] }) {
  const t = useTranslations('limits')
  const lacks = lacksOf(act, devices)
  const namesOf = (own: readonly Device[]): string => {
    const names = own.slice(0, NAMED).map(({ name, sn }) => name || sn)
    const listed = names.join(', ')
    return own.length > NAMED ? t('names', { names: listed, count: String(own.length - NAMED) }) : listed
  }
  if (lacks.length === 0) return null
  return (
    <Note tone="curtailed" icon={<CircleAlert size={18} />}>
      {lacks.map(([lack, own]) => (
        <p key={lack} role="alert">
          {t(`lack.${lack}`, {
            names: namesOf(own),
            min: String(Math.max(...own.map(({ can }) => can?.limit?.minPct ?? 0))),
            unit: t(act.op === 'limit' && act.w === undefined ? 'lackWatts' : 'lackPct'),
          })}
        </p>
      ))}
    </Note>
  )
}
