import { useRouterState } from '@tanstack/react-router'
import type { Carried } from '../../kit/navigation/navigate.ts'
import { usePane } from '../../kit/navigation/pane.ts'

/** What the page is called where somebody pressed to open it: stands in its bar until the page knows better. */
export const useGivenTitle = (): string | undefined => {
  const side = usePane()?.main === false
  const title = useRouterState({ select: ({ location }) => (location.state as Carried).title })
  return side ? undefined : title
}
