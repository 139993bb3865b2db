import { access, mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { HANDED_CODE } from '#domain/edges/pairing-code.ts'
import type { Context } from '../context.ts'
import { devicesById } from '../features/devices/device-store.ts'
import { writePairing } from '../features/edges/ask-for-edge.ts'
import { builtInEdge, earlierBuiltIn } from '../features/edges/built-in-store.ts'
import { transact } from '../platform/db/open.ts'
import { type Launch, superviseChild, type Supervised } from '../platform/supervised-child.ts'
import { openPairingDoor } from './pairing-door.ts'

type Opening = {
  context: Context
  /** Absolute. */
  dataDir: string
  /** Ranges beyond private networks that it may connect to. */
  allow: readonly string[]
  /** Replaced in tests: what runs as the edge. */
  program?: string
  waitMs?: (deaths: number) => number
}

const edgeProgram = path.join(import.meta.dirname, '../../edge/main.ts')
/** Of this process' variables; the others hold passwords that are none of its business. */
const passedOn = ['PATH', 'TZ', 'LANG', 'EDGE_ALLOW_LOOPBACK']

const LOOK_MS = 30_000

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

/**
 * The edge of this machine: runs while it is handed to a station, in a folder of that handing. It is paired anew when it
 * has no login there, which a lost folder is a reason for, too; its history goes on.
 */
export const openBuiltInEdge = async ({
  context,
  dataDir,
  allow,
  program = edgeProgram,
  waitMs,
}: Opening): Promise<{ running: () => Supervised | null; close: () => Promise<void> }> => {
  const { db, edges, log } = context
  const folders = path.join(dataDir, 'edge')
  const door = await openPairingDoor(context)
  let running: { handedAt: number; child: Supervised } | null = null

  /** Undefined while it is handed to nobody, or is another server's. */
  const own = async () => {
    const row = await builtInEdge(db)
    return row?.server === edges.builtIn ? row : undefined
  }

  const launch = async (): Promise<Launch | null> => {
    const row = await own()
    if (!row) return null
    const folder = path.join(folders, String(row.handed_at))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const args = ['--data', folder, ...(allow.length === 0 ? [] : ['--allow', allow.join(',')])]
    // What an edge writes when it is paired.
    const paired = row.gateway_id !== null && (await exists(path.join(folder, 'edge.json')))
    if (!paired) {
      const before = row.gateway_id ?? (await earlierBuiltIn(db, row.station_id))
      const inForce = before !== null && (await devicesById(db, [before])).length > 0
      const { code } = await transact(db, (trx) =>
        writePairing(
          trx,
          {
            stationId: row.station_id,
            name: row.name,
            replaces: inForce ? before : null,
            askedBy: row.handed_by,
            builtIn: true,
            length: HANDED_CODE,
          },
          context.clock(),
        ),
      )
      args.push('--server', door.url, '--code', code)
    }
    const env = Object.fromEntries(
      passedOn.flatMap((name) => {
        const value = process.env[name]
        return value === undefined ? [] : [[name, value]]
      }),
    )
    return { file: program, args, env }
  }

  const end = async (): Promise<void> => {
    const last = running
    running = null
    await last?.child.stop()
  }

  /** Starts and ends it as it is handed out and taken back. */
  const follow = async (): Promise<void> => {
    const row = await own()
    if (running !== null && running.handedAt !== row?.handed_at) await end()
    // What an edge of another handing read and keeps is nobody's any more.
    const left = (await exists(folders)) ? await readdir(folders) : []
    for (const name of left.filter((one) => one !== String(row?.handed_at)))
      await rm(path.join(folders, name), { recursive: true, force: true })
    if (row && running === null)
      running = {
        handedAt: row.handed_at,
        child: superviseChild({ launch, name: 'edge', log, ...(waitMs === undefined ? {} : { waitMs }) }),
      }
  }
  let following = follow()
  const again = (): void => {
    following = following
      .then(follow)
      .catch((error: unknown) =>
        log.warn({ err: error }, 'the edge of this server does not follow what was decided about it'),
      )
  }
  await following
  const stopListening = edges.builtInChanged.listen(again)
  // What was decided at another server is told there.
  const looking = setInterval(again, LOOK_MS)
  return {
    running: () => running?.child ?? null,
    close: async () => {
      stopListening()
      clearInterval(looking)
      await following
      await end()
      await door.close()
    },
  }
}
