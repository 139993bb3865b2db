import { appendFileSync } from 'node:fs'

export type DayRow = {
  day: string
  fileWh: number
  /** null = the app knows nothing of that day. */
  appWh: number | null
  /** (app - file) / file; 0 when both are nothing, null when they cannot be compared. */
  apart: number | null
}

/** Days of a file beside those of the app; a day of the file that the app does not name is a row too. */
export const dayTable = (
  file: ReadonlyMap<string, number>,
  bars: readonly { key: string; wh: number | null }[],
): DayRow[] => {
  const app = new Map(bars.map(({ key, wh }) => [key, wh]))
  return [...new Set([...file.keys(), ...app.keys()])].sort().flatMap((day) => {
    const fileWh = file.get(day) ?? 0
    const appWh = app.get(day) ?? null
    // The last sample of a month stands at the midnight that ends it and carries nothing.
    if (!app.has(day) && fileWh === 0) return []
    const apart = appWh === null ? null : fileWh === 0 ? (appWh === 0 ? 0 : null) : appWh / fileWh - 1
    return [{ day, fileWh, appWh, apart }]
  })
}

const kwh = (wh: number | null): string => (wh === null ? '—' : (wh / 1000).toFixed(3)).padStart(10)

/** With REPLAY_TABLE=1 the table is printed, with REPLAY_TABLE=<file> appended to that file. */
export const showDayTable = (name: string, rows: readonly DayRow[]): void => {
  const place = process.env['REPLAY_TABLE']
  if (place === undefined || place === '') return
  const lines = rows.map(
    ({ day, fileWh, appWh, apart }) =>
      `| ${day} | ${kwh(fileWh)} | ${kwh(appWh)} | ${apart === null ? '—' : `${(apart * 100).toFixed(3)} %`.padStart(9)} |`,
  )
  const worst = Math.max(...rows.map(({ apart }) => Math.abs(apart ?? Infinity)))
  const total = (of: (row: DayRow) => number): string => kwh(rows.reduce((sum, row) => sum + of(row), 0))
  const text = [
    `\n${name}\n`,
    '| day | file, kWh | app, kWh | difference |',
    '|---|---|---|---|',
    ...lines,
    `| all | ${total((row) => row.fileWh)} | ${total((row) => row.appWh ?? 0)} | worst ${(worst * 100).toFixed(3)} % |\n`,
  ].join('\n')
  if (place === '1') process.stdout.write(`${text}\n`)
  else appendFileSync(place, `${text}\n`)
}
