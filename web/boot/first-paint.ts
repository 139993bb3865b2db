// Stands inline in index.html and runs before the first paint. The build makes one classic script of it and of what it
// shares with the app, and one style sheet of its sheets; a broken storage never blanks the app.
import { get } from 'idb-keyval'
import type { Language } from '#domain/errors.ts'
import type { FirstPaint } from '../app/data/boot.ts'
import { firstKey, openKept } from '../app/data/kept/kept-store.ts'
import { write } from '../kit/words/format.ts'
import '../kit/tokens.css'
import '../kit/reset.css'
import './first-paint.css'

/** What the build knows of its files, see scripts/vite/first-paint.ts. */
type Ahead = {
  files: string[]
  modules: Record<string, number[]>
  words: Record<string, string[]>
}
declare const AHEAD: Ahead & {
  css: string[]
  /** Where the same of all other routes is. */
  others: string
  power: Record<Language, string>
}
const ahead = AHEAD
type Shown = { lang?: string; label: string; text: string; unit: string; note: string }

const root = document.documentElement
let lang: Language = 'zh_CN'
let theme: FirstPaint['theme'] = 'system'
try {
  const stored = localStorage.getItem('lang')
  if (stored === 'en' || stored === 'en_US') lang = 'en'
  const found = /(?:^|; )theme=(light|dark)/.exec(document.cookie)?.[1]
  if (found === 'light' || found === 'dark') theme = found
} catch {
  // Language and theme of who has chosen none.
}
const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
root.lang = lang === 'en' ? 'en' : 'zh-CN'
root.dataset['theme'] = dark ? 'dark' : 'light'
if (dark) document.querySelector<HTMLMetaElement>('meta[name=theme-color]')!.content = '#0c0f15'

// What a native shell says before the bundle has run waits here.
Object.assign(window, {
  __pvShell: {
    early: [] as unknown[] | undefined,
    receive(message: unknown) {
      if (this.early && this.early.length < 100) this.early.push(message)
    },
  },
})
// No secret is ever taken from an address; whoever puts one there finds it gone.
if (/[?&](access_?token|token|code)=/i.test(location.search))
  history.replaceState(null, '', location.pathname)

const opened = location.pathname.replace(/^\/(h5\/?)?/, '') || 'home'
root.dataset['tabs'] = /^(home|om-page|service-page|mine-page)$/.test(opened) ? 'on' : 'off'
const asked: FirstPaint['asked'] = {}
const ask = (path: string): Promise<Response> => {
  const answer = fetch(path, { headers: { accept: 'application/json', 'accept-language': root.lang } })
  answer.catch(() => undefined)
  asked[path] = answer
  return answer
}
const session = ask('/api/session')
const home = opened === 'home' ? ask('/api/home') : null

const link = (rel: string, href: string, as?: string): HTMLLinkElement => {
  const element = document.createElement('link')
  element.rel = rel
  element.href = href
  if (as !== undefined) element.as = as
  if (rel !== 'stylesheet') element.crossOrigin = ''
  document.head.append(element)
  return element
}

// The skeleton comes first: what follows, and would keep a slow phone from it, waits until it is there. A page in the
// background draws nothing and waits for no drawing.
const drawn = (what: string): Promise<void> =>
  new Promise((done) => {
    const look = (): void => {
      requestAnimationFrame(() => {
        if (document.querySelector(what)) setTimeout(done)
        else look()
      })
    }
    look()
    setTimeout(done, 300)
  })
const painted = drawn('.fp-tabs')

let present = false
/** The figure that was seen last, until the present one is here. */
const show = (shown: Shown): void => {
  const fill = (): void => {
    const hero = document.querySelector('.fp-hero')
    for (const name of ['label', 'text', 'unit', 'note'] as const) {
      const place = hero?.querySelector(`.fp-${name}`)
      if (place) place.textContent = shown[name]
    }
  }
  // The body may not be there yet.
  if (document.querySelector('.fp-tabs')) fill()
  else document.addEventListener('DOMContentLoaded', fill)
}

/** The present figure, as the app itself takes longer to come. */
const showPresent = async (answer: Promise<Response>): Promise<void> => {
  const { stations, totals } = (await (await answer).clone().json()) as {
    stations: number
    totals: { powerW: number | null }
  }
  const { text, unit } = write(lang, 'power', totals.powerW)
  if (stations === 0 || text === null) return
  present = true
  show({ label: ahead.power[lang], text, unit, note: '' })
}
if (home) showPresent(home).catch(() => undefined)

const kept = painted.then(() => get<unknown>(firstKey, openKept())).catch(() => null)
// Whose it is decides: the person's whom the server names, or without a network that of who was here last. Until then
// nothing of it is shown, as somebody else may hold this phone.
const whose = session.then(
  (answer): Promise<unknown> => answer.clone().json(),
  () => 'unreachable',
)
whose.catch(() => undefined)
const showKept = async (): Promise<void> => {
  const first = (await kept) as { session: { person: { id: string } }; shown?: Shown } | null
  if (!home || first?.shown?.lang !== lang) return
  const heard = (await whose) as 'unreachable' | { person: { id: string } }
  if (heard !== 'unreachable' && heard.person.id !== first.session.person.id) return
  if (!present) show(first.shown)
}
showKept().catch(() => undefined)

const style = (href: string): Promise<unknown> =>
  new Promise((done) => {
    const element = link('stylesheet', href)
    element.addEventListener('load', done)
    element.addEventListener('error', done)
  })

const fetched = new Set<string>()
const fetchFrom = ({ files, modules, words }: Ahead, route: string, language: Language): void => {
  // A route may be called like something that every object has.
  const needed = Array.isArray(words[route]) ? words[route] : []
  for (const name of [route, ...['core', ...needed].map((one) => `${language}/${one}`)])
    for (const place of Array.isArray(modules[name]) ? modules[name] : []) {
      const file = files[place]
      if (!file || fetched.has(file)) continue
      fetched.add(file)
      if (file.endsWith('css')) link('preload', `/h5/${file}`, 'style')
      else link('modulepreload', `/h5/${file}`)
    }
}

let others: Promise<Ahead> | undefined
const askOthers = async (): Promise<Ahead> => (await fetch(ahead.others)).json()

/**
 * All that a page and its words consist of, at once instead of one after the other. What home consists of stands here;
 * of the others it is asked for, as it is longer than everything else in this page. A press sees its frame first: to ask
 * for some twenty files takes as long as to draw it.
 */
const fetchPage = (path: string, language: Language): void => {
  const route = path.replace(/\/$/, '')
  fetchFrom(ahead, route, language)
  if (Array.isArray(ahead.words[route])) return
  others ??= askOthers()
  Promise.all([others, drawn('body')])
    .then(([all]) => fetchFrom(all, route, language))
    .catch(() => {
      // The app loads its parts without it too, one after the other.
      others = undefined
    })
}
void painted.then(() => fetchPage(opened, lang))

window.firstPaint = {
  lang,
  theme,
  asked,
  styles: painted.then(() => Promise.all(ahead.css.map(style))),
  kept,
  whose,
  fetchPage,
}
