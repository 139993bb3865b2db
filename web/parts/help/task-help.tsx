import { useTranslations } from 'use-intl'
import { Text } from './help-text.tsx'

/** The sections of each task; their words are `<section>Title` and `<section>Text`. */
const sections = {
  station: ['name', 'place', 'capacity', 'after'],
  start: ['label', 'claim', 'hand', 'arrival'],
  scanning: ['camera', 'many', 'other'],
  layout: ['order', 'string', 'place', 'together'],
  activation: ['order', 'waiting', 'problem', 'offline'],
  states: ['colour', 'curtailed', 'standby', 'dash'],
  alarms: ['level', 'once', 'end', 'cost'],
  orders: ['flow', 'time', 'report', 'alarm'],
  control: ['before', 'result', 'site', 'later'],
  shutdown: ['what', 'safe', 'unknown', 'again'],
  upgrade: ['package', 'time', 'block', 'done'],
  offline: ['see', 'wait', 'never', 'conflict'],
} as const

/** A main task in a few sections, for somebody who stands at the roof. */
export function TaskHelp({ of }: { of: keyof typeof sections }) {
  const t = useTranslations('tasks')
  // Each section is a pair of words under the name of its task.
  const read = t as (key: string) => string
  return sections[of].map((section) => (
    <Text key={section} title={read(`${of}.${section}Title`)} text={read(`${of}.${section}Text`)} />
  ))
}
