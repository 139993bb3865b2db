import type { Language } from '#domain/errors.ts'

/** What the inline script of index.html prepared before the bundle ran. */
export type FirstPaint = {
  lang: Language
  theme: 'light' | 'dark' | 'system'
  /** Answers asked for ahead, by path; each is picked up once. */
  asked: Record<string, Promise<Response> | undefined>
  styles: Promise<unknown>
  /** What was kept for a start without a network; it may be anything. */
  kept: Promise<unknown>
  /** What the server says of who is signed in, or `unreachable`; rejects when its answer is none. */
  whose: Promise<unknown>
  /** Begins to load all that a route and its words consist of. */
  fetchPage: (route: string, language: Language) => void
}

declare global {
  interface Window {
    firstPaint?: FirstPaint
  }
}

export const boot: FirstPaint = window.firstPaint ?? {
  lang: 'zh_CN',
  theme: 'system',
  asked: {},
  styles: Promise.resolve(),
  kept: Promise.resolve(),
  whose: Promise.resolve(),
  fetchPage: () => undefined,
}

/** Nothing that was asked for ahead is used: it was asked as somebody who has left. */
export const forgetAsked = (): void => {
  boot.asked = {}
}

/** The answer that was asked for before the bundle had run; undefined the second time. */
export const askedAhead = (path: string): Promise<Response> | undefined => {
  const answer = boot.asked[path]
  delete boot.asked[path]
  return answer
}
