import { useSyncExternalStore } from 'react'
import { localStore } from '../../kit/local-store.ts'
import { createWatchers } from '../../kit/watchers.ts'
import { usePerson } from '../session/session.ts'
import {
  noSetting,
  settingsIn,
  type TableName,
  type TableSetting,
  type TableSettings,
} from './table-setting.ts'

const none: TableSettings = {}
const watchers = createWatchers()

/** In memory too, for browsers that keep nothing. */
let kept: Map<string, TableSettings> | null = null
const all = (): Map<string, TableSettings> => (kept ??= settingsIn(localStore.read('tables')))
const settingsOf = (personId: string): TableSettings => all().get(personId) ?? none

const change = (personId: string, name: TableName, by: Partial<TableSetting>): void => {
  const present = settingsOf(personId)
  all().set(personId, { ...present, [name]: { ...(present[name] ?? noSetting), ...by } })
  localStore.write('tables', JSON.stringify(Object.fromEntries(all())))
  watchers.tell()
}

/** How whoever is signed in wants their lists on this device. */
export const useTableSettings = (): TableSettings => {
  const personId = usePerson()?.id ?? ''
  return useSyncExternalStore(watchers.watch, () => settingsOf(personId))
}

export const useTableSetting = (
  name: TableName,
): { setting: TableSetting; change: (by: Partial<TableSetting>) => void } => {
  const personId = usePerson()?.id ?? ''
  return {
    setting: useTableSettings()[name] ?? noSetting,
    change: (by) => change(personId, name, by),
  }
}
