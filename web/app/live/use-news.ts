import { useEffect } from 'react'
import type { ReadKey } from '../data/call-types.ts'
import { refresh } from '../data/query.ts'
import { live } from './live.ts'

/** Reads it again when something about a station is heard, at most once in `settleMs`. */
export const useNews = (route: ReadKey, settleMs: number): void => {
  useEffect(() => {
    let timer = 0
    const stop = live.listen(({ type }) => {
      if (timer || (type !== 'station' && type !== 'changed')) return
      timer = window.setTimeout(() => {
        timer = 0
        void refresh(route)
      }, settleMs)
    })
    return () => {
      stop()
      window.clearTimeout(timer)
    }
  }, [route, settleMs])
}
