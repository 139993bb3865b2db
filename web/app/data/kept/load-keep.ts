import { whenQuiet } from '../../../kit/when-quiet.ts'

let wanted: string | null = null
let keepFor: ((personId: string | null) => void) | null = null
let coming = false

const load = async (): Promise<void> => {
  try {
    ;({ keepFor } = await import('./keep-queries.ts'))
    keepFor(wanted)
  } catch {
    setTimeout(() => void load(), 10_000)
  }
}

/**
 * Keeps answers for starts without a network. What keeps them comes after the first figures of home, which are kept
 * apart, and at once on other pages, which may need what was kept.
 */
export const keeping = {
  open: (personId: string | null): void => {
    wanted = personId
    keepFor?.(personId)
    if (coming || personId === null) return
    coming = true
    if (location.pathname.endsWith('/home')) whenQuiet(() => void load())
    else void load()
  },
}
