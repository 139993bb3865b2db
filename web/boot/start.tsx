import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { PasswordAgain } from '../app/session/password-again.tsx'
import { keepPlatform, tidyUserInfo } from '../app/session/user-info.ts'
import { boot } from '../app/data/boot.ts'
import type { ReadKey } from '../app/data/call-types.ts'
import { takeKept } from '../app/data/kept/take-kept.ts'
import { dataKey, dataQuery, queryClient } from '../app/data/query.ts'
import { chooseLanguage } from '../app/phrases/choose-language.ts'
import { Words } from '../app/phrases/provider.tsx'
import { openRouter } from '../router.tsx'
import { mayBeHeld } from '../kit/navigation/native-shell.ts'
import { followKeyboard } from '../app/shell/keyboard.ts'
import { WideFrame } from '../app/shell/wide-frame.ts'
import { isWide } from '../app/shell/width.ts'
import { followLostParts } from '../kit/lost-part.ts'
import { followSystemTheme } from '../kit/theme.ts'
import { outboxKinds } from '../app/outbox/load-kinds.ts'
import { missed } from '../kit/lazy.ts'
import { MissedPart } from '../app/failure/missed-part.tsx'

// Forms bring the schema library later. It must not try to compile: the content security policy forbids and reports it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

/** What was asked for ahead is waited for this long: with it the first page is drawn once instead of twice, ms. */
const answersMs = 1_500

const missing = (key: ReadKey): boolean => queryClient.getQueryData(dataKey(key)) === undefined

const answers = async (): Promise<unknown> => {
  const late = new Promise((resolve) => setTimeout(resolve, answersMs))
  await Promise.race([takeKept(), late])
  const asked = [
    ...(missing('GET /api/session') ? [queryClient.prefetchQuery(dataQuery('GET /api/session'))] : []),
    ...('/api/home' in boot.asked && missing('GET /api/home')
      ? [queryClient.prefetchQuery(dataQuery('GET /api/home'))]
      : []),
  ]
  return Promise.race([Promise.all(asked), late])
}

/** Draws the app in place of the skeleton; `breath` gives the phone a moment between two steps. */
export const start = async (breath: () => Promise<void>): Promise<void> => {
  missed.Part = MissedPart
  outboxKinds.load = async () => (await import('../parts/sync/kinds.ts')).kinds
  keepPlatform('h5')
  tidyUserInfo()
  followSystemTheme()
  followKeyboard()
  followLostParts()
  const box = document.getElementById('app')
  if (!box) throw new Error('index.html has no #app')
  // The skeleton in the HTML stays until words, styles, data and the page's own code are there: one change, no flicker.
  const words = chooseLanguage(boot.lang)
  const data = answers()
  await breath()
  const { router, load } = await openRouter(breath)
  await breath()
  const held =
    mayBeHeld() &&
    import('../app/shell/native/bridge.ts').then((file) => file.openBridge()).catch(() => undefined)
  const late = new Promise((resolve) => setTimeout(resolve, answersMs))
  const frame = isWide() && Promise.race([WideFrame.prepare(), late])
  await Promise.all([words, boot.styles, data, held, frame, load().catch(() => undefined)])
  await breath()
  // A transition is drawn in slices of a few milliseconds.
  startTransition(() =>
    createRoot(box).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <Words>
            <RouterProvider router={router} />
            <PasswordAgain />
          </Words>
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}
