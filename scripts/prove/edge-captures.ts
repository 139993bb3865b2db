import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Folders of captures: each has to be in the table. */
export const captureFolders = [
  'sunspec-devices',
  'sunspec-dumps',
  'goodwe-frames',
  'fronius-json',
  'enphase-gateway',
  'enphase-firmwares',
  'opendtu-mqtt',
  'solaredge-registers',
] as const
type Row = { file: string; points: number; equal: number; null: number; left: number; wrong: number }

/** A row a folder; null = of that folder nothing was compared. */
export const folderRows = (lines: string): (Row | null)[] => {
  const rows = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
  return captureFolders.map((folder) => {
    const own = rows.filter(({ file }) => file.startsWith(`${folder}/`))
    const sum = (key: 'points' | 'equal' | 'null' | 'left' | 'wrong') =>
      own.reduce((total, row) => total + row[key], 0)
    if (sum('points') === 0) return null
    return {
      file: `${folder} (${own.length} rows)`,
      points: sum('points'),
      equal: sum('equal'),
      null: sum('null'),
      left: sum('left'),
      wrong: sum('wrong'),
    }
  })
}

/**
 * Captures of real devices, served by programs in Python. Prints how many values of each folder came, were equal, are known
 * to nobody, have no place in readings, and were wrong. `isOwn`: captures of somebody else need not be of all kinds.
 */
export const proveCaptures = (
  root: string,
  { folder, isOwn }: { folder: string; isOwn: boolean },
  say: (line: string) => void,
): boolean => {
  const kept = mkdtempSync(join(tmpdir(), 'sunkeeper-edge-table-'))
  const table = join(kept, 'rows')
  try {
    const run = spawnSync(
      join(root, 'node_modules/.bin/vitest'),
      // What needs a server is a part of its own.
      ['run', 'edge/', 'tests/edge/', '--project', 'unit', '--project', 'rules', '--reporter=default'],
      {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, EDGE_CAPTURES: folder, EDGE_TABLE: table },
      },
    )
    const rows = folderRows(existsSync(table) ? readFileSync(table, 'utf8') : '')
    console.table(rows.filter((row) => row !== null))
    const missing = captureFolders.filter(
      (name, index) => rows[index] === null && (!isOwn || existsSync(join(folder, name))),
    )
    for (const one of missing) say(`nothing of ${one} was compared`)
    return run.status === 0 && missing.length === 0 && rows.every((row) => (row?.wrong ?? 0) === 0)
  } finally {
    rmSync(kept, { recursive: true, force: true })
  }
}
