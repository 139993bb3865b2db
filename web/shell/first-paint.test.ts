import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const source = readFileSync(join(import.meta.dirname, 'first-paint.js'), 'utf8').replace(
  '__AHEAD__',
  JSON.stringify({ css: [], modules: {}, words: { home: ['home'] } }),
)

type Painted = { lang: string; theme: string; asked: Record<string, unknown> }

/** Runs the inline script in a browser that has nothing but what the script uses. */
const paint = (given: {
  storage?: object
  path?: string
  cookie?: string
}): { painted: Painted | undefined; html: string } => {
  const root = { lang: '', dataset: {} }
  const window: { firstPaint?: Painted } = {}
  const element = { addEventListener: () => {}, content: '' }
  runInNewContext(source, {
    window,
    localStorage: given.storage ?? { getItem: () => null },
    location: { pathname: given.path ?? '/h5/home' },
    matchMedia: () => ({ matches: false }),
    fetch: () => Promise.resolve(),
    document: {
      documentElement: root,
      cookie: given.cookie ?? '',
      querySelector: () => element,
      createElement: () => element,
      head: { append: () => {} },
    },
  })
  return { painted: window.firstPaint, html: root.lang }
}

const getItem = (): never => {
  throw new Error('blocked')
}

describe('W14: lang', () => {
  it.each([
    ['en', 'en', 'en'],
    ['en_US', 'en', 'en'],
    ['zh_CN', 'zh_CN', 'zh-CN'],
    ['', 'zh_CN', 'zh-CN'],
    ['EN', 'zh_CN', 'zh-CN'],
    ['en ', 'zh_CN', 'zh-CN'],
    ['fr', 'zh_CN', 'zh-CN'],
    ['zh_TW', 'zh_CN', 'zh-CN'],
    ['../../evil', 'zh_CN', 'zh-CN'],
    ['__proto__', 'zh_CN', 'zh-CN'],
    ['constructor', 'zh_CN', 'zh-CN'],
    ['"><script>', 'zh_CN', 'zh-CN'],
    ['x'.repeat(100_000), 'zh_CN', 'zh-CN'],
  ])('W14: %j is %s', (value, language, html) => {
    const { painted, html: shown } = paint({ storage: { getItem: () => value } })
    expect([painted?.lang, shown]).toEqual([language, html])
  })

  it.each([7, null, undefined, {}, ['en']])('W14: %j is zh_CN', (value) => {
    expect(paint({ storage: { getItem: () => value } }).painted?.lang).toBe('zh_CN')
  })

  it('W11: blocked storage is zh_CN and the page still paints', () => {
    expect(paint({ storage: { getItem } }).painted?.lang).toBe('zh_CN')
  })

  it.each(['/h5/__proto__', '/h5/constructor', '/h5/toString', '/h5//evil.example', '/', '/h5/%00'])(
    'W14: the address %s paints too',
    (path) => expect(paint({ path }).painted?.theme).toBe('system'),
  )

  it('W14: a theme that is none is the one of the system', () => {
    for (const cookie of ['theme=evil', 'theme="><script>', 'xtheme=dark', 'theme='])
      expect(paint({ cookie }).painted?.theme).toBe('system')
    expect(paint({ cookie: 'a=b; theme=dark' }).painted?.theme).toBe('dark')
  })
})
