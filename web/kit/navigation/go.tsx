import type { AnchorHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { base, type AppPath } from './app-path.ts'
import { navigate } from './navigate.ts'

type GoProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: AppPath
  replace?: boolean
  children: ReactNode
  ref?: Ref<HTMLAnchorElement>
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** A link inside the app: a real anchor that moves by `navigate` and loads its page at the first touch. */
export function Go({ to, replace = false, onClick, children, ...rest }: GoProps) {
  return (
    <a
      {...rest}
      href={base + to}
      onPointerDown={() => navigate.preload(to)}
      onPointerEnter={() => navigate.preload(to)}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlainClick(event)) return
        event.preventDefault()
        if (replace) navigate.replace(to)
        else navigate.push(to)
      }}
    >
      {children}
    </a>
  )
}
