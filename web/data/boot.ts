import type { Language } from '#domain/errors.ts'

/** What the inline script of index.html prepared before the bundle ran. */
type FirstPaint = {
  lang: Language
  theme: 'light' | 'dark' | 'system'
  /** Answers asked for ahead, by path; each is picked up once. */
  asked: Record<string, Promise<Response> | undefined>
  styles: Promise<unknown>
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
}

/** The answer that was asked for before the bundle had run; undefined the second time. */
export const askedAhead = (path: string): Promise<Response> | undefined => {
  const answer = boot.asked[path]
  delete boot.asked[path]
  return answer
}
