import { CircleUserRound, House, LayoutGrid, Wrench, type LucideIcon } from 'lucide-react'
import type { tabRoutes } from '../../paths.ts'

export type TabRoute = (typeof tabRoutes)[number]
/** The main areas of the app, in the bar of a phone and in the rail of a wide screen. */
export const tabs: readonly {
  route: TabRoute
  word: 'home' | 'om' | 'service' | 'mine'
  Icon: LucideIcon
}[] = [
  { route: 'home', word: 'home', Icon: House },
  { route: 'om-page', word: 'om', Icon: Wrench },
  { route: 'service-page', word: 'service', Icon: LayoutGrid },
  { route: 'mine-page', word: 'mine', Icon: CircleUserRound },
]
