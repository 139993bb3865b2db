import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { data } from './definitions.ts'

export const listFolder = join(data, 'huawei-sungrow-growatt-solis-solarman-sma-registers')
export type ListRow = Readonly<Record<string, string>>

/** Cells of a line, some of them in quotes. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain]) =>
    (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
  )

/** The rows of a list, by the names of its first line. */
export const listRows = (file: string): ListRow[] => {
  const [head = '', ...lines] = readFileSync(join(listFolder, file), 'utf8').split(/\r?\n/)
  const names = cellsOf(head)
  return lines
    .filter((line) => line !== '')
    .map((line) => Object.fromEntries(cellsOf(line).map((cell, index) => [names[index] ?? '', cell])))
}
