import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, it } from 'vitest'
import { inlineParts } from '../../scripts/vite/first-paint.ts'
import { home as en } from '../app/phrases/en/home.ts'
import { write } from '../kit/words/format.ts'
import { home as zh } from '../app/phrases/zh_CN/home.ts'

let source = ''
beforeAll(async () => {
  const { script } = await inlineParts({
    css: ['/h5/a.css'],
    others: '/h5/others.json',
    files: ['words.js', 'other.js', 'home.js', 'shared.js', 'home.css'],
    // Places in the files.
    modules: { home: [2, 3, 4], 'zh_CN/core': [0], 'zh_CN/home': [0] },
    words: { home: ['home'] },
    power: { en: en.home.power, zh_CN: zh.home.power },
  })
  source = script
})

type Painted = { lang: string; theme: string; asked: Record<string, unknown> }

/** Runs the inline script in a browser that has nothing but what the script uses. */
const paint = (given: {
  storage?: object
  path?: string
  cookie?: string
  /** The answer about home, as text. */
  home?: string
  /** What the other pages consist of, as text. */
  others?: string
  /** Draws frames; without it none is drawn. */
  frame?: (draw: () => void) => void
}): { painted: Painted | undefined; html: string; hero: Record<string, string>; asked: string[] } => {
  const root = { lang: '', dataset: {} }
  const window: { firstPaint?: Painted } = {}
  const hero: Record<string, string> = {}
  const asked: string[] = []
  const element = {
    addEventListener: () => {},
    content: '',
    querySelector: (name: string) => ({
      set textContent(text: string) {
        hero[name.slice(4)] = text
      },
    }),
  }
  const answer = (text: string) => ({
    clone: () => answer(text),
    json: async () => JSON.parse(text) as unknown,
  })
  runInNewContext(source, {
    window,
    requestAnimationFrame: given.frame ?? (() => {}),
    setTimeout: (work: () => void, ms?: number) => ms === undefined && work(),
    localStorage: given.storage ?? { getItem: () => null },
    location: { pathname: given.path ?? '/h5/home' },
    matchMedia: () => ({ matches: false }),
    fetch: async (path: string) => {
      asked.push(path)
      if (path === '/h5/others.json') return answer(given.others ?? '{}')
      return answer(path === '/api/home' ? (given.home ?? '{}') : '{}')
    },
    document: {
      documentElement: root,
      cookie: given.cookie ?? '',
      querySelector: () => element,
      createElement: () => ({ addEventListener: () => {} }),
      head: { append: ({ href }: { href: string }) => void asked.push(href) },
    },
  })
  return { painted: window.firstPaint, html: root.lang, hero, asked }
}

const getItem = (): never => {
  throw new Error('blocked')
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('the figure in the skeleton', () => {
  it.each(['en', 'zh_CN'] as const)('is written as the app writes it: %s', async (language) => {
    const values = [
      0, 0.4, 7, 999.4, 999.6, 1000, 1234.5, 9994, 9995, 9996, 12_345, 99_949, 99_960, 999_600, 5e6, 7.5e9,
      -3.2, -4200,
    ]
    for (const powerW of values) {
      const home = JSON.stringify({ stations: 2, totals: { powerW } })
      const { hero } = paint({ home, storage: { getItem: () => language } })
      await settled()
      const { text, unit } = write(language, 'power', powerW)
      const label = (language === 'en' ? en : zh).home.power
      expect([powerW, hero]).toEqual([powerW, { label, text, unit, note: '' }])
    }
  })
  it.each([
    ['of a power that is not known', '{"stations":2,"totals":{"powerW":null}}', '/h5/home'],
    ['where there is no station', '{"stations":0,"totals":{"powerW":0}}', '/h5/home'],
    ['of an answer that is a refusal', '{"error":{"code":"not_signed_in"}}', '/h5/home'],
    ['of an answer that is none', '<html>', '/h5/home'],
    ['on another page', '{"stations":2,"totals":{"powerW":5}}', '/h5/station-list'],
  ])('is not there %s', async (_, home, path) => {
    const { hero } = paint({ home, path })
    await settled()
    expect(hero).toEqual({})
  })
  it('comes first: data is asked for at once, files of the app once the skeleton is drawn', async () => {
    const frames: (() => void)[] = []
    const { asked } = paint({ frame: (work) => void frames.push(work) })
    await settled()
    expect(asked).toEqual(['/api/session', '/api/home'])
    for (const draw of frames) draw()
    await settled()
    expect(asked.slice(2).sort()).toEqual([
      '/h5/a.css',
      '/h5/home.css',
      '/h5/home.js',
      '/h5/shared.js',
      '/h5/words.js',
    ])
  })
})

const settle = async (asked: string[]): Promise<string[]> => {
  for (let turn = 0; turn < 5; turn += 1) await settled()
  return asked.filter((path) => path.startsWith('/h5/') && path !== '/h5/a.css').sort()
}
const draw = (work: () => void): void => work()

describe('what a page consists of', () => {
  const others = JSON.stringify({
    files: ['list.js', 'words.js', 'list.css', 'list-words.js'],
    modules: { 'station-list': [0, 1, 2], 'zh_CN/stations': [3] },
    words: { 'station-list': ['stations'] },
  })
  it('is looked up beside the page for every page but home, each file once', async () => {
    const { asked } = paint({ path: '/h5/station-list/', others, frame: draw })
    expect(await settle(asked)).toEqual([
      '/h5/list-words.js',
      '/h5/list.css',
      '/h5/list.js',
      '/h5/others.json',
      '/h5/words.js',
    ])
  })
  it.each(['{}', '<html>', '{"files":7,"modules":{"station-list":[0]}}'])(
    'is not waited for where it is not told: %s',
    async (told) => {
      const { asked, painted } = paint({ path: '/h5/station-list', others: told, frame: draw })
      expect(await settle(asked)).toEqual(['/h5/others.json', '/h5/words.js'])
      expect(painted?.theme).toBe('system')
    },
  )
})

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
