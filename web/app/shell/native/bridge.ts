import type { FromShell, ToShell } from '#contract/shell/messages.ts'
import { PROTOCOL } from '#contract/shell/messages.ts'
import { signedIn } from '../../session/session.ts'
import { keepPlatform } from '../../session/user-info.ts'
import { ApiError } from '../../data/api-error.ts'
import { call } from '../../data/call.ts'
import { newId } from '../../../kit/new-id.ts'
import { readAnew } from '../../data/query.ts'
import { signInGate } from '../../data/sign-in-gate.ts'
import { written } from '../../data/written.ts'
import { base } from '../../../kit/navigation/app-path.ts'
import { chooseLanguage } from '../../phrases/choose-language.ts'
import { themes } from '../../../kit/theme.ts'
import { createSeenIds, createWriter, readMessage, type Heard } from './envelope.ts'
import { held, type Offer } from '../../../kit/navigation/native-shell.ts'
import { moveTo, orientationOf } from './page-move.ts'
import { primaryTokens } from './primary.ts'
import { createFileBuilder, fillField } from './shell-files.ts'
import { findTransport, type Transport } from './transport.ts'

/** A shell that was asked to sign in has so long before our own sheet opens: an old one never answers. */
const SIGN_IN_MS = 8_000
/** How long somebody may look for a code to scan or a file to pick. */
const ASKED_MS = 10 * 60_000

const routeNow = (): string => location.pathname.replace(base, '').replaceAll('/', '') || 'home'
const languageNow = (): 'en' | 'zh_CN' => (document.documentElement.lang === 'en' ? 'en' : 'zh_CN')

/**
 * Speaks to the shell that holds this page. From then on a push or a going back is a message. Nothing that a shell says
 * is believed beyond what it is for: rights and the signed-in person come from the server alone.
 */
export const openBridge = async (): Promise<void> => {
  const transport = await findTransport().catch(() => null)
  if (transport) hold(transport)
}

const hold = (transport: Transport): void => {
  const write = createWriter(newId(), Date.now)
  const send = <T extends keyof ToShell>(type: T, data: ToShell[T], re?: string): string => {
    const { id, message } = write(type, data, re)
    transport.post(message)
    return id
  }
  const answer = (re: string, data: ToShell['ack']): void => void send('ack', data, re)

  // --- what the shell has said -------------------------------------------------------------------------------------
  let rev = -1
  let online: boolean | null = null
  let primary: string | null = null
  let offers: readonly Offer[] = []
  let waitsUntil = 0
  /** The message that asked it to sign in. */
  let signInAsk: string | null = null
  let scanning: { id: string; done: (codes: readonly string[]) => void } | null = null
  let picking: { id: string; field: HTMLInputElement; files: ReturnType<typeof createFileBuilder> } | null =
    null

  const signInBy = async (code: string): Promise<boolean> => {
    try {
      const { person } = await call('POST /api/session/exchange', {
        body: { code, framed: window.parent !== window },
      })
      signedIn(person)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return false
    } finally {
      waitsUntil = 0
      held.tell()
    }
  }

  /** For the theme in view; tokens are all that has colours of its own. */
  const colour = (): void => {
    if (primary === null) return
    const root = document.documentElement
    const seen = getComputedStyle(root)
    const grounds = ['--bg', '--surface'].map((name) => seen.getPropertyValue(name).trim())
    const made = primaryTokens(primary, { dark: themes.shown() === 'dark', grounds })
    for (const [name, value] of Object.entries(made)) root.style.setProperty(name, value)
  }
  themes.watch(colour)

  const takeData = async (id: string, data: FromShell['app.data']): Promise<void> => {
    if (data.rev <= rev) return answer(id, { ok: false, code: 'old_rev' })
    rev = data.rev
    if (data.platform) keepPlatform(data.platform)
    if (data.offers) offers = data.offers
    if (data.net) online = data.net.online
    if (data.insets) {
      for (const [side, pixels] of Object.entries(data.insets))
        document.documentElement.style.setProperty(`--shell-inset-${side}`, `${pixels}px`)
    }
    if (data.theme?.primary) primary = data.theme.primary
    if (data.theme?.mode) themes.choose(data.theme.mode)
    else if (data.theme?.primary) colour()
    if (data.lang) await chooseLanguage(data.lang === 'zh_CN' ? 'zh_CN' : 'en')
    held.tell()
    const inside = data.auth === undefined || (await signInBy(data.auth.code))
    answer(id, inside ? { ok: true } : { ok: false, code: 'wrong_code' })
  }

  const goBack = (): void => {
    send('nav.back', { delta: 1, from: routeNow(), dirty: written.all() })
    written.forget()
  }

  const hear = async (message: Heard): Promise<void> => {
    switch (message.type) {
      case 'app.data':
        return takeData(message.id, message.data)
      case 'back.request': {
        const sheet = [...document.querySelectorAll('dialog[open]')].at(-1)
        answer(message.id, { ok: true, handled: sheet ? 'sheet' : 'back' })
        // As Escape does: a sheet that must not be left stays.
        if (sheet) sheet.dispatchEvent(new Event('cancel', { cancelable: true }))
        else goBack()
        return
      }
      case 'page.show':
        if ((message.data.dirty ?? []).length > 0) void readAnew()
        return answer(message.id, { ok: true })
      case 'scan.result':
        if (scanning === null || message.re !== scanning.id)
          return answer(message.id, { ok: false, code: 'unsupported' })
        scanning.done(message.data.cancelled ? [] : message.data.codes)
        return answer(message.id, { ok: true })
      case 'file.part': {
        if (picking === null || message.re !== picking.id)
          return answer(message.id, { ok: false, code: 'unsupported' })
        const files = picking.files.add(message.data)
        if (files === 'wrong') return answer(message.id, { ok: false, code: 'bad_data' })
        if (files !== 'incomplete') {
          if (files.length > 0) fillField(picking.field, files)
          picking = null
        }
        return answer(message.id, { ok: true })
      }
      case 'ack':
        // It will not sign in: our own sheet comes at once. What else it refuses changes nothing here.
        if (!message.data.ok && message.re !== null && message.re === signInAsk) {
          waitsUntil = 0
          held.tell()
        }
        if (!message.data.ok && scanning?.id === message.re) scanning?.done([])
        if (!message.data.ok && picking?.id === message.re) picking = null
    }
  }

  const isRepeated = createSeenIds()
  const receive = (given: unknown): void => {
    const reading = readMessage(given, isRepeated)
    if (reading.kind === 'refused') answer(reading.id, { ok: false, code: reading.code })
    if (reading.kind === 'message') void hear(reading.message)
  }

  // --- what the app asks of it --------------------------------------------------------------------------------------
  const askToSignIn = (): void => {
    waitsUntil = Date.now() + SIGN_IN_MS
    window.setTimeout(held.tell, SIGN_IN_MS)
    signInAsk = send('auth.expired', { route: routeNow() })
    held.tell()
  }

  held.take({
    move: (path, how) => {
      const move = moveTo(path, languageNow(), location.origin)
      send(how === 'push' ? 'nav.push' : 'nav.replace', move)
    },
    back: goBack,
    signsIn: () => Date.now() < waitsUntil,
    offers: (what) => offers.includes(what),
    scan: () =>
      new Promise((resolve) => {
        scanning?.done([])
        const id = send('device.scan', { formats: ['qr', 'code128', 'datamatrix'], multiple: true })
        const timer = window.setTimeout(() => scanning?.done([]), ASKED_MS)
        const done = (codes: readonly string[]): void => {
          window.clearTimeout(timer)
          scanning = null
          resolve(codes)
        }
        scanning = { id, done }
      }),
    online: () => online,
  })

  // What a person presses is caught here, so that no screen has to know of shells.
  document.addEventListener(
    'click',
    (event) => {
      const target = event.target instanceof Element ? event.target : null
      const field = target?.closest<HTMLInputElement>('input[type=file]')
      if (field && offers.includes('file.pick')) {
        event.preventDefault()
        const kinds = field.accept.includes('image') ? (['image'] as const) : (['image', 'file'] as const)
        const id = send('file.pick', {
          kinds: [...kinds],
          count: field.multiple ? 8 : 1,
          maxBytes: 10 * 1024 * 1024,
        })
        picking = { id, field, files: createFileBuilder() }
      }
      const phone = target?.closest<HTMLAnchorElement>('a[href^="tel:"]')
      if (phone && offers.includes('call.phone')) {
        event.preventDefault()
        send('call.phone', { number: decodeURIComponent(phone.href.slice('tel:'.length)) })
      }
    },
    true,
  )

  transport.listen(receive)
  const early = window.__pvShell?.early ?? []
  window.__pvShell = { early: null, receive }
  let asked = false
  signInGate.watch(() => {
    if (signInGate.isAsked() && !asked) askToSignIn()
    asked = signInGate.isAsked()
  })
  signInAsk = send('page.ready', {
    app: 'sunkeeper-h5',
    version: import.meta.env.APP_VERSION,
    protocols: [PROTOCOL],
    route: routeNow(),
    lang: languageNow(),
    wants: ['auth', 'lang', 'insets', 'theme', 'net'],
  })
  if (orientationOf(routeNow()) === 'landscape') send('ui.orientation', { orientation: 'landscape' })
  // Whoever is not signed in when the page opens is signed in by the shell.
  waitsUntil = Date.now() + SIGN_IN_MS
  window.setTimeout(held.tell, SIGN_IN_MS)
  held.tell()
  for (const message of early) receive(message)
}
