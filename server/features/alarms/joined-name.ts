import { nameOfCode } from '#domain/alarms/explain-alarm.ts'
import { partsOfInstance } from '#domain/alarms/same-cause.ts'

/** What joined an alarm under another code is named by that: its stored name is no text for people. */
export const joinedName = (stored: string) => {
  const { code, instance } = partsOfInstance(stored)
  return code === null ? null : { name: nameOfCode(code), instance }
}
