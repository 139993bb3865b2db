import { useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError } from '../../../app/data/api-error.ts'
import { call } from '../../../app/data/call.ts'
import { signInGate } from '../../../app/data/sign-in-gate.ts'
import { dataKey, readAnew } from '../../../app/data/query.ts'
import { live } from '../../../app/live/live.ts'
import { liveUpdates } from '../../../app/live/load-live.ts'
import { takeLookToken } from '../../../app/session/look-token.ts'
import { signedIn, useSession } from '../../../app/session/session.ts'

/** `opening`: the token is on its way. `wrong`: nobody knows it (any more). `out`: nobody is signed in here. */
export type WallState = 'opening' | 'open' | 'wrong' | 'out'

const retryMs = 10_000

/** Signs the screen in with the link that was opened, as often as it takes, and says whether it may show something. */
export const useWallSession = (): WallState => {
  const [token, setToken] = useState(takeLookToken)
  const [wrong, setWrong] = useState(false)
  const session = useSession().data
  const asked = useSyncExternalStore(signInGate.watch, signInGate.isAsked)
  useEffect(() => {
    // Another link in the same tab loads nothing anew.
    const heard = (): void => {
      const next = takeLookToken()
      if (next === null) return
      setWrong(false)
      setToken(next)
    }
    window.addEventListener('hashchange', heard)
    return () => window.removeEventListener('hashchange', heard)
  }, [])
  // A link that is revoked ends the stream: whether that is why is asked at once, and not with the next figures.
  useEffect(
    () =>
      live.watchState(() => {
        if (!live.connected()) void readAnew({ queryKey: dataKey('GET /api/session') })
      }),
    [],
  )
  useEffect(() => {
    if (token === null) return undefined
    let timer = 0
    let left = false
    const open = async (): Promise<void> => {
      try {
        const { person } = await call('POST /api/session/look', { body: { token } })
        if (left) return
        setToken(null)
        signedIn(person)
      } catch (error) {
        if (left) return
        // Without a network, and where others have guessed too often, it is tried again.
        const final = error instanceof ApiError && (error.status === 401 || error.status === 400)
        if (final) {
          setWrong(true)
          setToken(null)
        } else timer = window.setTimeout(() => void open(), retryMs)
      }
    }
    void open()
    return () => {
      left = true
      window.clearTimeout(timer)
    }
  }, [token])
  const state =
    token !== null
      ? 'opening'
      : wrong
        ? 'wrong'
        : asked || session?.person === null
          ? 'out'
          : session === undefined
            ? 'opening'
            : 'open'
  useEffect(() => {
    if (state === 'out') liveUpdates.close()
  }, [state])
  return state
}
