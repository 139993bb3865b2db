import type { AlarmDetail } from './use-alarms.ts'

type Alarm = Pick<AlarmDetail['alarm'], 'status' | 'closeType'>
type Item = Pick<AlarmDetail['alarm']['items'][number], 'clearedAt'>

/**
 * How an instance of an alarm ended: at the moment its device said so, else with the alarm, as that was closed; null
 * while it goes on. An order or a person closes an alarm without a word from the device.
 */
export const itemEnd = (
  { status, closeType }: Alarm,
  { clearedAt }: Item,
): { at: number } | { closeType: Alarm['closeType'] } | null =>
  clearedAt !== null ? { at: clearedAt } : status === 'closed' ? { closeType } : null
