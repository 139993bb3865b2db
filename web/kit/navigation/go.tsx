import type { AnchorHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { base, type AppPath } from './app-path.ts'
import { navigate } from './navigate.ts'
import { usePane } from './pane.ts'

type GoProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'title'> & {
  to: AppPath
  replace?: boolean
  /** What the page will be called: it stands in its bar at once. */
  title?: string | undefined
  children: ReactNode
  ref?: Ref<HTMLAnchorElement>
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/**
 * A link inside the app: a real anchor that moves by `navigate` and loads its page at the first touch. Where what it
 * leads to stands beside it, it is marked.
 */
export function Go({ to, replace = false, title, onClick, children, ...rest }: GoProps) {
  const pane = usePane()
  const chosen = pane?.chosen(to) === true
  return (
    <a
      {...(chosen && { 'aria-current': 'true', 'data-chosen': true })}
      {...rest}
      href={base + to}
      onPointerDown={() => navigate.preload(to)}
      onPointerEnter={() => navigate.preload(to)}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlainClick(event)) return
        event.preventDefault()
        if (replace || pane?.takesPlace(to) === true) navigate.replace(to, title)
        else navigate.push(to, title)
      }}
    >
      {children}
    </a>
  )
}
