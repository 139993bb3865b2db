import { useEffect } from 'react'
import type { Answer } from '../../app/data/call-types.ts'
import { serverNow } from '../../kit/time/clock.ts'
import { live } from '../../app/live/live.ts'
import { refresh, useData } from '../../app/data/query.ts'

export type Attention = Answer<'GET /api/attention'>
export type Finding = Attention['devices'][number]
export type Reason = Finding['reason']

/** Silence itself sends no event, so it is asked for as well. */
const askEveryMs = 30_000
/** Three missed answers: what was found then says nothing of now. */
export const staleMs = 3 * askEveryMs + 15_000
/** Several stations that move at once cost one read. */
const settleMs = 3_000
const limit = 100

/** The cache notes times by the phone's clock; ages are counted on the server's. */
const onServersClock = (ts: number): number => ts + serverNow() - Date.now()

/** Devices that need a look, worst first, renewed when something about a station is heard. */
export const useAttention = () => {
  useEffect(() => {
    let timer = 0
    const stop = live.listen(({ type }) => {
      if (timer || (type !== 'station' && type !== 'changed')) return
      timer = window.setTimeout(() => {
        timer = 0
        void refresh('GET /api/attention')
      }, settleMs)
    })
    return () => {
      stop()
      window.clearTimeout(timer)
    }
  }, [])
  const attention = useData('GET /api/attention', { query: { limit } }, { refetchInterval: askEveryMs })
  return { ...attention, checkedAt: onServersClock(attention.dataUpdatedAt) }
}
