import { useEffect, useRef, useState } from 'react'
import { DEVICES_AT_ONCE } from '#domain/devices/limits.ts'
import { isSubDeviceSerial } from '#domain/devices/fields.ts'
import { call } from '../../../app/data/call.ts'
import type { Answer } from '../../../app/data/call-types.ts'
import type { AddingRow } from './adding-draft.ts'

type Checks = Answer<'POST /api/stations/{stationId}/devices/check'>['checks']
const restMs = 500
const againMs = 15_000

/**
 * Asks the server about serials that it has not judged yet, all that came within half a second in one call. Without a
 * connection it is asked again; the list goes on meanwhile. True while the last try found no connection.
 */
export const useChecks = (
  stationId: string,
  rows: readonly AddingRow[],
  onChecks: (checks: Checks) => void,
): boolean => {
  const [failed, setFailed] = useState(0)
  const told = useRef(onChecks)
  useEffect(() => {
    told.current = onChecks
  })
  const open = rows.filter(({ sn, checked }) => checked === null && isSubDeviceSerial(sn)).map(({ sn }) => sn)
  const waiting = open.slice(0, DEVICES_AT_ONCE).join('\n')
  useEffect(() => {
    if (waiting === '') return
    const left = new AbortController()
    const ask = async (): Promise<void> => {
      try {
        const { checks } = await call('POST /api/stations/{stationId}/devices/check', {
          params: { stationId },
          body: { sns: waiting.split('\n') },
          signal: left.signal,
        })
        setFailed(0)
        if (!left.signal.aborted) told.current(checks)
      } catch {
        if (!left.signal.aborted) setFailed((before) => before + 1)
      }
    }
    const timer = window.setTimeout(() => void ask(), failed === 0 ? restMs : againMs)
    const now = (): void => void ask()
    window.addEventListener('online', now)
    return () => {
      left.abort()
      window.clearTimeout(timer)
      window.removeEventListener('online', now)
    }
  }, [stationId, waiting, failed])
  return failed > 0 && waiting !== ''
}
