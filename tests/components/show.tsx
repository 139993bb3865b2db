import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useState, type ReactElement, type ReactNode } from 'react'
import { cleanup, render } from 'vitest-browser-react'
import { queryClient } from '#web/app/data/query.ts'
import { words } from '#web/app/phrases/catalogues.ts'
import { Words } from '#web/app/phrases/provider.tsx'
import { themes } from '#web/kit/theme.ts'
import type { Language } from '#web/kit/words/language.ts'
import { drawn } from './quality.ts'

export type Look = {
  language?: Language
  theme?: 'light' | 'dark'
  /** Of the size of letters, per cent. */
  text?: 100 | 200
}

/** Changes how the page looks in place. */
export const look = async ({ language = 'en', theme = 'light', text = 100 }: Look): Promise<void> => {
  const root = document.documentElement
  await words.use(language)
  root.lang = language === 'en' ? 'en' : 'zh-CN'
  if (themes.shown() !== theme) themes.choose(theme)
  root.style.fontSize = text === 100 ? '' : `${text}%`
  await drawn()
}

// Words that no page brings along; development refuses a phrase that is missing.
await words.need('chart', 'map', 'scanner', 'stations')

/** What the app puts around every page. */
const appAround = (padding: number) =>
  function App({ children }: { children: ReactNode }) {
    return (
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <Words>
            <div style={{ padding }}>{children}</div>
          </Words>
        </QueryClientProvider>
      </StrictMode>
    )
  }

/**
 * A phone with the component alone on it, drawn and at rest.
 * @param whole it fills the page; else it stands where the cards of a page do.
 */
export const show = async (
  component: ReactElement,
  { whole = false, ...how }: Look & { whole?: boolean } = {},
): ReturnType<typeof render> => {
  await cleanup()
  await look(how)
  const screen = await render(component, { wrapper: appAround(whole ? 0 : 16) })
  await drawn()
  return screen
}

/** Holds a value as a page does; `onSet` is told what it becomes. */
export function Held<T>({
  start,
  onSet,
  children,
}: {
  start: T
  onSet?: (next: T) => void
  children: (value: T, set: (next: T) => void) => ReactNode
}) {
  const [value, setValue] = useState(start)
  const set = (next: T): void => {
    onSet?.(next)
    setValue(next)
  }
  return children(value, set)
}
