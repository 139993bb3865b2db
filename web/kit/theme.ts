import { createWatchers } from './watchers.ts'

export type Theme = 'light' | 'dark' | 'system'

let theme: Theme = window.firstPaint?.theme ?? 'system'
const system = matchMedia('(prefers-color-scheme: dark)')
const watchers = createWatchers()
const yearS = 31_536_000

const apply = (): void => {
  const dark = theme === 'dark' || (theme === 'system' && system.matches)
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--bg').trim()
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', ground)
  watchers.tell()
}

/** Light, dark or the system's, kept in the cookie `theme`; `watch` also tells of the system's change. */
export const themes = {
  chosen: (): Theme => theme,
  /** What is shown now: charts take their colours anew when it changes. */
  shown: (): 'light' | 'dark' => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'),
  choose: (next: Theme): void => {
    theme = next
    document.cookie = `theme=${next}; path=/; max-age=${yearS}; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`
    apply()
  },
  watch: watchers.watch,
}

/** Follows the system's theme; paper is white, and what is dark is printed light. */
export const followSystemTheme = (): void => {
  system.addEventListener('change', apply)
  addEventListener('beforeprint', () => {
    document.documentElement.dataset['theme'] = 'light'
  })
  addEventListener('afterprint', apply)
}
