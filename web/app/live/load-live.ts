import { contact } from '../../kit/time/contact.ts'
import { readAnew } from '../data/query.ts'
import { ASIDE_MS, whenQuiet } from '../../kit/when-quiet.ts'

type Parts = { startLive: () => void; stopLive: () => void; applyLive: () => () => void }

let wanted = false
let parts: Parts | null = null
let coming = false

const begin = (): void => {
  if (wanted) parts?.startLive()
}

const load = async (): Promise<void> => {
  try {
    const [live, apply] = await Promise.all([import('./live.ts'), import('./apply-live.ts')])
    parts = { startLive: live.startLive, stopLive: live.stopLive, applyLive: apply.applyLive }
    parts.applyLive()
    begin()
  } catch {
    // Without a network there is no stream either.
    setTimeout(() => void load(), 5_000)
  }
}

const askEveryMs = 45_000
let asking = 0
/** Where something between lets no stream through, what is on the screen is asked for instead. */
const askWithoutStream = (): void => {
  asking ||= window.setInterval(() => {
    if (contact.missesStream() && document.visibilityState === 'visible')
      void readAnew({ refetchType: 'active' })
  }, askEveryMs)
}

/** The stream of live events, which comes after the first figures: they are not older than it. */
export const liveUpdates = {
  open: (): void => {
    if (wanted) return
    wanted = true
    contact.expect(true)
    askWithoutStream()
    begin()
    if (coming) return
    coming = true
    whenQuiet(() => void load(), ASIDE_MS)
  },
  close: (): void => {
    wanted = false
    parts?.stopLive()
    contact.expect(false)
  },
}
