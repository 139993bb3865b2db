import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { heardSession, useSession } from '../session/session.ts'
import { signInGate } from '../data/sign-in-gate.ts'
import { ASIDE_MS, whenQuiet } from '../../kit/when-quiet.ts'
import { base } from '../../kit/navigation/app-path.ts'
import { navigate } from '../../kit/navigation/navigate.ts'
import { pathTo, tabRoutes } from '../../paths.ts'
import { classes } from '../../kit/classes.ts'
import { flag } from '../../kit/search.ts'
import { lazyAside } from '../../kit/lazy.ts'
import { words } from '../phrases/catalogues.ts'
import { Toasts } from '../../kit/toast.tsx'
import { held } from '../../kit/navigation/native-shell.ts'
import { OfflineBar } from './offline-bar.tsx'
import { TabBar } from './tab-bar.tsx'
import { standsInPane, WideFrame } from './wide-frame.ts'
import { useWide } from './width.ts'
import '../../kit/composed.css'
import styles from './root-layout.module.css'

// Who is signed in never loads these.
const SetUpSheet = lazyAside(async () => {
  const [file] = await Promise.all([import('../session/set-up-sheet.tsx'), words.need('setUp')])
  return file.SetUpSheet
})
const SignInSheet = lazyAside(async () => (await import('../session/sign-in-sheet.tsx')).SignInSheet)

/** What stands around every page: notices, tabs, sign-in and set-up over any route; `Later` once it has its figures. */
export function RootLayout({ Later }: { Later: ComponentType }) {
  const route = useRouterState({
    select: ({ location }) => location.pathname.replace(base, '').replaceAll('/', '') || 'home',
  })
  const tab = tabRoutes.find((one) => one === route)
  // A screen on a wall: nothing stands around it, and whoever may only look is nowhere else.
  const bare = useRouterState({
    select: ({ location }) =>
      route === 'home' && 'wall' in location.search && flag(String(location.search.wall)) === true,
  })
  // The report stands above home: its arrow leads back there, and tabs stand below no arrow.
  const above = useRouterState({ select: ({ location }) => 'report' in location.search })
  const wide = useFrame()
  const inPane = useRouterState({ select: ({ location }) => wide && standsInPane(route, location.search) })
  const session = useSession().data
  const [quiet, setQuiet] = useState(false)
  useEffect(() => whenQuiet(() => setQuiet(true), ASIDE_MS), [])
  const asked = useSyncExternalStore(signInGate.watch, signInGate.isAsked)
  useEffect(() => {
    if (session) heardSession(session.person)
  }, [session])
  const onlyLooks = session?.person?.look === true
  useEffect(() => {
    if (onlyLooks && !bare) navigate.turn(pathTo('home', { wall: true }), 'replace')
  }, [onlyLooks, bare])
  // What is stored about people can be read before one is one of them.
  const open = route === 'user-privacy-agreement'
  const setUp = session?.setupNeeded === true && !open
  const shellSignsIn = useSyncExternalStore(held.watch, () => held.by()?.signsIn() ?? false)
  const signIn = !setUp && !open && !shellSignsIn && (asked || session?.person === null)
  const setUpSeen = useOnce(setUp)
  const signInSeen = useOnce(signIn)
  if (bare) return <Outlet />
  return (
    <div
      className={
        wide ? classes(styles.wide, inPane && styles.paned) : tab && !above ? styles.withTabs : undefined
      }
    >
      <OfflineBar />
      {quiet && <Later />}
      {wide && <WideFrame />}
      {!inPane && <Outlet />}
      {tab && !above && !wide && <TabBar here={tab} />}
      {setUpSeen && <SetUpSheet open={setUp} />}
      {signInSeen && <SignInSheet open={signIn} again={session?.person != null} />}
      <Toasts />
    </div>
  )
}

/** Whether pages stand side by side; what does that comes when it is wanted. */
const useFrame = (): boolean => {
  const wide = useWide()
  const [here, setHere] = useState(WideFrame.isHere())
  useEffect(() => {
    if (wide) void WideFrame.prepare().then(() => setHere(true))
  }, [wide])
  return wide && here
}

/** True from the first time on: a sheet that closes has to stay for that. */
const useOnce = (now: boolean): boolean => {
  const [seen, setSeen] = useState(now)
  if (now && !seen) setSeen(true)
  return seen || now
}
