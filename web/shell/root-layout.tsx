import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { heardSession, useSession } from '../accounts/session.ts'
import { SetUpSheet } from '../accounts/set-up-sheet.tsx'
import { SignInSheet } from '../accounts/sign-in-sheet.tsx'
import { applyLive } from '../data/apply-live.ts'
import { signInGate } from '../data/sign-in-gate.ts'
import { base, tabRoutes } from '../paths.ts'
import { Toasts } from '../ui/toast.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { TabBar } from './tab-bar.tsx'
import { UpdateNotice } from './update-notice.tsx'
import styles from './root-layout.module.css'

/** What stands around every page: notices, tabs, sign-in and set-up over any route. */
export function RootLayout() {
  const route = useRouterState({
    select: ({ location }) => location.pathname.replace(base, '').replaceAll('/', '') || 'home',
  })
  const tab = tabRoutes.find((one) => one === route)
  const session = useSession().data
  const asked = useSyncExternalStore(signInGate.watch, signInGate.isAsked)
  useEffect(applyLive, [])
  useEffect(() => {
    if (session) heardSession(session.person)
  }, [session])
  const setUp = session?.setupNeeded === true
  const signIn = !setUp && (asked || session?.person === null)
  return (
    <div className={tab && styles.withTabs}>
      <OfflineBar />
      <UpdateNotice />
      <Outlet />
      {tab && <TabBar here={tab} />}
      <SetUpSheet open={setUp} />
      <SignInSheet open={signIn} again={session?.person != null} />
      <Toasts />
    </div>
  )
}
