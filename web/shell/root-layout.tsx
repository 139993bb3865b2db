import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { heardSession, useSession } from '../accounts/session.ts'
import { signInGate } from '../data/sign-in-gate.ts'
import { whenQuiet } from '../data/when-quiet.ts'
import { base, tabRoutes } from '../paths.ts'
import { lateAside } from '../ui/late.ts'
import { Toasts } from '../ui/toast.tsx'
import { held } from './native/held.ts'
import { OfflineBar } from './offline-bar.tsx'
import { TabBar } from './tab-bar.tsx'
import '../ui/composed.css'
import styles from './root-layout.module.css'

// Who is signed in never loads these.
const SetUpSheet = lateAside(async () => (await import('../accounts/set-up-sheet.tsx')).SetUpSheet)
const SignInSheet = lateAside(async () => (await import('../accounts/sign-in-sheet.tsx')).SignInSheet)

// Newer versions, and what waits for a network: nothing that a first page needs.
const Later = lateAside(async () => (await import('./later.tsx')).Later)

/** What stands around every page: notices, tabs, sign-in and set-up over any route. */
export function RootLayout() {
  const route = useRouterState({
    select: ({ location }) => location.pathname.replace(base, '').replaceAll('/', '') || 'home',
  })
  const tab = tabRoutes.find((one) => one === route)
  const session = useSession().data
  const [quiet, setQuiet] = useState(false)
  useEffect(() => whenQuiet(() => setQuiet(true)), [])
  const asked = useSyncExternalStore(signInGate.watch, signInGate.isAsked)
  useEffect(() => {
    if (session) heardSession(session.person)
  }, [session])
  // What is stored about people can be read before one is one of them.
  const open = route === 'user-privacy-agreement'
  const setUp = session?.setupNeeded === true && !open
  const shellSignsIn = useSyncExternalStore(held.watch, () => held.by()?.signsIn() ?? false)
  const signIn = !setUp && !open && !shellSignsIn && (asked || session?.person === null)
  const setUpSeen = useOnce(setUp)
  const signInSeen = useOnce(signIn)
  return (
    <div className={tab && styles.withTabs}>
      <OfflineBar />
      {quiet && <Later />}
      <Outlet />
      {tab && <TabBar here={tab} />}
      {setUpSeen && <SetUpSheet open={setUp} />}
      {signInSeen && <SignInSheet open={signIn} again={session?.person != null} />}
      <Toasts />
    </div>
  )
}

/** True from the first time on: a sheet that closes has to stay for that. */
const useOnce = (now: boolean): boolean => {
  const [seen, setSeen] = useState(now)
  if (now && !seen) setSeen(true)
  return seen || now
}
