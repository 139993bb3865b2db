import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openEdgeStore } from '#edge/store/open-store.ts'

/**
 * An edge's store is killed again and again while it is written to and sent from; what it said to have taken, and what
 * was acknowledged, is counted outside of it.
 */
export type StoreKillFigures = {
  rounds: number
  /** Readings that the store had taken. */
  stored: number
  /** Of those, neither acknowledged nor there in the end. */
  lost: number
  /** Readings that were acknowledged under more than one message. */
  doubled: number
  /** Readings that came before an older one of the same device among what was left. */
  disordered: number
}

const child = fileURLToPath(new URL('store-kill-child.ts', import.meta.url))

export const storeKillLoop = async (rounds: number, folder: string): Promise<StoreKillFigures> => {
  const stored = new Set<string>()
  const acknowledged = new Map<string, Set<string>>()
  const note = (reading: string, message: string): void => {
    const messages = acknowledged.get(reading) ?? new Set()
    acknowledged.set(reading, messages.add(message))
  }
  for (let round = 0; round < rounds; round += 1) {
    const running = spawn(process.execPath, [child, folder, String(round)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(running, 'exit')
    let heard = 0
    // Not always in the same place.
    const enough = 20 + ((round * 37) % 60)
    for await (const line of createInterface({ input: running.stdout })) {
      const [what = '', ...rest] = line.split(' ')
      if (what === 'stored') for (const reading of rest) stored.add(reading)
      if (what === 'sent') for (const reading of rest.slice(1)) note(reading, rest[0] ?? '')
      heard += 1
      if (heard === enough) running.kill('SIGKILL')
    }
    await ended
  }
  const left = new Set<string>()
  let disordered = 0
  const store = openEdgeStore(folder, { now: Date.now(), log: () => {} })
  const newest = new Map<string, number>()
  for (let next = store.telemetry.take(); next; next = store.telemetry.take())
    for (const { sn, ts } of next.d) {
      left.add(`${sn}:${ts}`)
      note(`${sn}:${ts}`, `${next.boot}:${next.seq}`)
      if ((ts ?? 0) <= (newest.get(sn) ?? 0)) disordered += 1
      newest.set(sn, ts ?? 0)
    }
  store.close()
  return {
    rounds,
    stored: stored.size,
    lost: [...stored].filter((reading) => !acknowledged.has(reading) && !left.has(reading)).length,
    doubled: [...acknowledged.values()].filter((messages) => messages.size > 1).length,
    disordered,
  }
}
