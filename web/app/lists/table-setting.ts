export const tableNames = ['stations', 'devices', 'troubles', 'alarms', 'orders', 'strings'] as const
export type TableName = (typeof tableNames)[number]

export type TableSort = { by: string; order: 'rising' | 'falling' }
/** How somebody wants a list on this device. */
export type TableSetting = {
  /** Shown as a table where there is room for one. */
  on: boolean
  /** In their order; null: nobody has chosen. */
  columns: readonly string[] | null
  sort: TableSort | null
}
export type TableSettings = Partial<Record<TableName, TableSetting>>

export const noSetting: TableSetting = { on: false, columns: null, sort: null }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const sortIn = (value: unknown): TableSort | null =>
  isRecord(value) &&
  typeof value['by'] === 'string' &&
  (value['order'] === 'rising' || value['order'] === 'falling')
    ? { by: value['by'], order: value['order'] }
    : null

const settingIn = (value: unknown): TableSetting => {
  if (!isRecord(value)) return noSetting
  const { columns } = value
  return {
    on: value['on'] === true,
    columns: Array.isArray(columns) ? columns.filter((one) => typeof one === 'string') : null,
    sort: sortIn(value['sort']),
  }
}

const parsed = (text: string | null): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return isRecord(value) ? value : {}
  } catch {
    // What was kept cannot be read: it is as if nobody had chosen.
    return {}
  }
}

/** What is kept of all people of this device, by their ids. */
export const settingsIn = (text: string | null): Map<string, TableSettings> =>
  new Map(
    Object.entries(parsed(text)).map(([personId, value]) => [
      personId,
      Object.fromEntries(
        tableNames.flatMap((name) =>
          isRecord(value) && name in value ? [[name, settingIn(value[name])]] : [],
        ),
      ),
    ]),
  )
