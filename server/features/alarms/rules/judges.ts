import type { Context } from '../../../context.ts'
import type { ChangeEvent } from '../../../events.ts'
import { createMakingRoom } from '../../../platform/making-room.ts'
import { inThread } from '../../../platform/thread.ts'
import { moreStationsThan } from '../../stations/kept-store.ts'
import { collect, type CollectionFigures, isDue } from './collect.ts'
import type { ThickDevices } from './load-windows.ts'

/** What is judged, as `collect` says it. */
type Span = { now: number; shards: readonly number[]; thick: ThickDevices }
export type JudgeOrder = Span & { url: string; local: boolean }
export type Judged = { figures: CollectionFigures | null; thick: ThickDevices }

/**
 * Judges in a thread of its own, with connections of its own; `tell`: what changed meanwhile. When `over` ends, what is
 * begun is judged to its end.
 * @throws Refusal `unavailable` when that takes too long
 */
export type JudgeApart = (
  span: Span,
  over: AbortSignal,
  tell: (event: ChangeEvent) => void,
) => Promise<Judged>

const MEMORY_MB = 512
/** A portion of stations is judged and written, or was not judged. */
const END_MS = 3_000

/** `local`: the database runs on this machine. */
export const createJudges =
  (url: string, { local = false } = {}): JudgeApart =>
  (span, over, told) => {
    const data: JudgeOrder = { ...span, url, local }
    const program = new URL('judge-worker.ts', import.meta.url)
    return inThread(program, { name: 'rules', data, memoryMb: MEMORY_MB, over, endMs: END_MS, told })
  }

/** Judging more stations is worth a thread, which takes a part of a second to begin. Chosen. */
const MANY = 1_000

type JudgeContext = Pick<Context, 'background' | 'changeEvents' | 'reads' | 'judgeApart'>

/**
 * The periodic collection of some shards, apart where there are many stations: nobody who looks meanwhile waits for it.
 * Null: no step is due, or it was ended.
 */
export const createJudge = (
  { background: db, changeEvents, reads, judgeApart }: JudgeContext,
  many = MANY,
) => {
  let thick: ThickDevices = new Set()
  return async (
    now: number,
    stopping: AbortSignal,
    shards: readonly number[],
  ): Promise<CollectionFigures | null> => {
    if (!(await isDue(db, now, shards))) return null
    if (!(await moreStationsThan(db, many)))
      return collect({ db, changeEvents }, now, stopping, shards, thick, createMakingRoom(reads))
    const judged = await judgeApart({ now, shards, thick }, stopping, changeEvents.tell).catch(
      (error: unknown) => {
        if (stopping.aborted) return null
        throw error
      },
    )
    thick = judged?.thick ?? thick
    return judged?.figures ?? null
  }
}
