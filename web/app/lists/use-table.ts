import { usePane } from '../../kit/navigation/pane.ts'
import type { TableName, TableSetting } from './table-setting.ts'
import { useTableSetting } from './table-settings.ts'

export type Table = {
  name: TableName
  /** There is room for a table here. */
  offered: boolean
  /** It is shown as one. */
  on: boolean
  setting: TableSetting
  change: (by: Partial<TableSetting>) => void
}

/** Whether a list is a table here, as somebody has chosen on this device. */
export const useTable = (name: TableName): Table => {
  const { setting, change } = useTableSetting(name)
  const offered = usePane()?.broad === true
  return { name, offered, on: offered && setting.on, setting, change }
}

/** What the server is asked to sort by, as long as it can. */
export const sortOf = <Sort extends string>(
  { on, setting: { sort } }: Table,
  sorts: readonly Sort[],
): { sort?: Sort; order?: 'rising' | 'falling' } => {
  const by = sorts.find((one) => one === sort?.by)
  return on && sort && by !== undefined ? { sort: by, order: sort.order } : {}
}
