// A thread of its own for a step of the rules of a large installation: a million devices are a quarter of a minute of work.
import { parentPort, workerData } from 'node:worker_threads'
import type { ChangeEvent } from '../../../events.ts'
import { createLog } from '../../../platform/log.ts'
import { createNotice } from '../../../platform/notice.ts'
import { openUnhurried } from '../../../platform/db/background.ts'
import { UNHURRIED_NICE, yieldThread } from '../../../platform/low-priority.ts'
import { answering } from '../../../platform/thread.ts'
import { collect } from './collect.ts'
import type { Judged, JudgeOrder } from './judges.ts'

const { url, local, now, shards, thick } = workerData as JudgeOrder
yieldThread(UNHURRIED_NICE)
await answering<Judged, ChangeEvent>(parentPort, async (over, tell) => {
  const changeEvents = createNotice<ChangeEvent>()
  changeEvents.listen(tell)
  const { db, close } = openUnhurried(url, { here: local }, createLog('silent'))
  try {
    const figures = await collect({ db, changeEvents }, now, over, shards, thick)
    return { figures, thick }
  } finally {
    await close()
  }
})
