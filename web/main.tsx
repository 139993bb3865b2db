import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { PasswordAgain } from './accounts/password-again.tsx'
import { keepPlatform, tidyUserInfo } from './accounts/user-info.ts'
import { boot } from './data/boot.ts'
import { queryClient } from './data/query.ts'
import { chooseLanguage } from './phrases/choose-language.ts'
import { Words } from './phrases/provider.tsx'
import { router } from './router.tsx'
import { mayBeHeld } from './shell/native/held.ts'
import { followKeyboard } from './shell/keyboard.ts'
import { followSystemTheme } from './shell/theme.ts'

// Forms bring the schema library later. It must not try to compile: the content security policy forbids and reports it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

keepPlatform('h5')
tidyUserInfo()
followSystemTheme()
followKeyboard()

const box = document.getElementById('app')
if (!box) throw new Error('index.html has no #app')

// The skeleton in the HTML stays until words, styles and the page's own code are there: one change, no flicker.
await Promise.all([
  chooseLanguage(boot.lang),
  boot.styles,
  router.load().catch(() => undefined),
  mayBeHeld() && import('./shell/native/bridge.ts').then((file) => file.openBridge()).catch(() => undefined),
])
createRoot(box).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Words>
        <RouterProvider router={router} />
        <PasswordAgain />
      </Words>
    </QueryClientProvider>
  </StrictMode>,
)
