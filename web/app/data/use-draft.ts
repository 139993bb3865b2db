import { useCallback, useEffect, useRef, useState } from 'react'
import { draftsInHand, dropDraft, readDraft, writeDraft } from './draft-store.ts'

const restMs = 300

type DraftUse<T> = {
  /** undefined while it is read, null when there is none. */
  found: T | null | undefined
  /** Another one whenever it was changed from elsewhere: then the form begins anew with what is found. */
  round: number
  /** Keeps it a moment later, however long it goes on changing, and at once when the page is left. */
  keep: (draft: T) => void
  /** Keeps what waits. */
  flush: () => Promise<void>
  /** False once this browser has refused to store: then it lives in memory alone. */
  stored: boolean
  /** Forgets it; what was waiting to be kept is forgotten too. */
  drop: () => Promise<void>
}

/** The draft of a page. `key` is null while it is not known whose it is. */
export const useDraft = <T>(key: string | null): DraftUse<T> => {
  const [read, setRead] = useState<{ key: string; draft: T | null } | null>(null)
  const waiting = useRef<{ key: string; draft: T } | null>(null)
  const timer = useRef(0)

  const [round, setRound] = useState(0)
  const [stored, setStored] = useState(true)

  const flush = useCallback(async (): Promise<void> => {
    window.clearTimeout(timer.current)
    const one = waiting.current
    waiting.current = null
    if (one) setStored(await writeDraft(one.key, one.draft))
  }, [])

  useEffect(() => {
    let gone = false
    const readNow = async (from: string): Promise<void> => {
      const draft = await readDraft<T>(from)
      if (!gone) setRead({ key: from, draft: draft ?? null })
    }
    if (key === null) return
    void readNow(key)
    const letGo = draftsInHand.hold(key, {
      flush,
      again: () => {
        window.clearTimeout(timer.current)
        waiting.current = null
        setRead(null)
        setRound((before) => before + 1)
        void readNow(key)
      },
    })
    return () => {
      gone = true
      letGo()
      void flush()
    }
  }, [key, flush])

  useEffect(() => {
    const leave = (): void => void flush()
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
    }
  }, [flush])

  const keep = useCallback(
    (draft: T): void => {
      if (key === null) return
      const begun = waiting.current !== null
      waiting.current = { key, draft }
      if (!begun) timer.current = window.setTimeout(() => void flush(), restMs)
    },
    [key, flush],
  )
  const drop = useCallback(async (): Promise<void> => {
    window.clearTimeout(timer.current)
    waiting.current = null
    if (key !== null) await dropDraft(key)
  }, [key])

  return { found: read && read.key === key ? read.draft : undefined, round, keep, flush, stored, drop }
}
