// `npm run screens`: pictures of every route in both languages and themes, and contact sheets of them.
// `-- --url http://localhost:8080 --accounts data/demo-accounts.json` uses a demonstration that runs already;
// `--only home,station-detail`, `--languages en --themes dark` and `--no-states` make fewer; `--role owner` looks as
// somebody else; `--sizes small,desktop` on screens other than a phone's. A page that does not come to rest, that scrolls
// sideways, or a state that cannot be reached, is named at the end and makes the exit code 1.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright'
import { type RouteName, searches } from '#web/paths.ts'
import { writeSearch } from '#web/kit/search.ts'
import { buildWeb } from './build-web.ts'
import { openDemo } from './demo.ts'
import { wordsIn } from '../e2e/words.ts'
import { launchChromium } from './launch-chromium.ts'
import { type ScreenState, type ShotIds, statesOf } from './screen-states.ts'
import { settled, watchPage } from './settled.ts'

const { values } = parseArgs({
  allowNegative: true,
  options: {
    url: { type: 'string' },
    accounts: { type: 'string' },
    role: { type: 'string', default: 'administrator' },
    only: { type: 'string' },
    languages: { type: 'string', default: 'zh_CN,en' },
    themes: { type: 'string', default: 'light,dark' },
    out: { type: 'string', default: 'screens' },
    full: { type: 'boolean', default: false },
    states: { type: 'boolean', default: true },
    sizes: { type: 'string', default: 'phone' },
  },
})

type Shot = { title: string; file: string }

const out = resolve(values.out)
const languages = values.languages.split(',')
const themes = values.themes.split(',')
const routes = (Object.keys(searches) as RouteName[]).filter(
  (route) => values.only === undefined || values.only.split(',').includes(route),
)
type Size = { width: number; height: number; phone: boolean }
const sizes: Readonly<Record<string, Size>> = {
  small: { width: 320, height: 640, phone: true },
  phone: { width: 375, height: 812, phone: true },
  large: { width: 430, height: 932, phone: true },
  tablet: { width: 820, height: 1180, phone: true },
  laptop: { width: 1024, height: 768, phone: false },
  desktop: { width: 1440, height: 900, phone: false },
  wide: { width: 2560, height: 1440, phone: false },
}
const chosenSizes = values.sizes.split(',').map((name): [string, Size] => {
  const size = sizes[name]
  if (!size) throw new Error(`--sizes are of ${Object.keys(sizes).join(', ')}`)
  return [name, size]
})
/** Pictures on one contact sheet. */
const ON_SHEET = 10

const searchOf = (route: RouteName, ids: ShotIds): Record<string, string> => {
  const known: Record<string, string> = {
    stationId: ids.station,
    gatewayId: ids.gateway,
    alarmId: ids.alarm,
    orderId: ids.order,
    taskId: ids.task,
    level: ids.taskLevel,
    deviceId: route.startsWith('optimizer')
      ? ids.optimizer
      : route.startsWith('gateway')
        ? ids.gateway
        : route.startsWith('shutdown')
          ? ids.shutdown
          : ids.inverter,
  }
  if (route === 'create-or-edit-station') return {}
  // With everything known it would be about a device of which no order can be.
  if (route === 'add-work-order') return { stationId: ids.station }
  // Of all gateways: the known one may have no upgrade under way.
  if (route === 'device-upgrade') return {}
  // What these pages open with a gateway is a state of theirs.
  if (route === 'add-communication-device' || route === 'communication-device-list')
    return { stationId: ids.station }
  return Object.fromEntries(
    Object.keys(searches[route]).flatMap((name) => (known[name] ? [[name, known[name]]] : [])),
  )
}

const findIds = async (page: Page, url: string): Promise<ShotIds> => {
  const read = async <T>(path: string): Promise<T> =>
    (await (await page.request.get(`${url}${path}`)).json()) as T
  type Card = { id: string; name: string }
  type Device = { id: string; kind: keyof ShotIds; state: string | null }
  const { stations } = await read<{ stations: Card[] }>('/api/stations?limit=100')
  const ids: Partial<ShotIds> = {}
  // A station with optimizers tells most; the other kinds come from wherever they are.
  for (const { id } of stations.toSorted(
    (a, b) => Number(b.name.startsWith('Landshut')) - Number(a.name.startsWith('Landshut')),
  )) {
    const { devices } = await read<{ devices: Device[] }>(`/api/stations/${id}/devices`)
    ids.station ??= id
    for (const { kind, id: deviceId } of devices) ids[kind] ??= deviceId
    if (devices.some(({ kind }) => kind === 'shutdown')) ids.shutdownStation ??= id
    if (ids.string === undefined) {
      const { strings } = await read<{ strings: Card[] }>(`/api/stations/${id}/array`)
      if (strings[0]) ids.string = strings[0].id
    }
  }
  const { alarms } = await read<{ alarms: { id: string }[] }>('/api/alarms?limit=1')
  const { orders } = await read<{ orders: { id: string }[] }>('/api/orders?status=in_progress&limit=1')
  const { tasks } = await read<{ tasks: { id: string; status: string }[] }>('/api/upgrade-tasks')
  // One in which some things went well and some did not tells most.
  const task = tasks.find(({ status }) => status === 'partly_failed') ?? tasks[0]
  if (task) {
    ids.task = task.id
    const { levels } = await read<{ levels: { level: string }[] }>(`/api/upgrade-tasks/${task.id}`)
    ids.taskLevel = levels.at(-1)?.level ?? 'gateway'
  }
  if (alarms[0]) ids.alarm = alarms[0].id
  // Something for the ledger: to be read changes nothing.
  await page.request.post(`${url}/api/stations/${ids.station}/read`, {
    data: { deviceIds: [ids.inverter] },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  if (orders[0]) ids.order = orders[0].id
  return ids as ShotIds
}

/** What went wrong with a picture, one line each: it is taken all the same, and the program ends red. */
const trouble: string[] = []
const orNote = async (what: string, work: Promise<void> | undefined): Promise<void> => {
  try {
    await work
  } catch (error) {
    const why = `${what}: ${error instanceof Error ? error.message.split('\n', 1)[0] : String(error)}`
    trouble.push(why)
    process.stderr.write(`${why}\n`)
  }
}

/** A page that is wider than its screen is moved by a finger that means to scroll down. */
const sideways = async (page: Page, width: number): Promise<void> => {
  const over = (await page.evaluate<number>('document.documentElement.scrollWidth')) - width
  if (over > 0) throw new Error(`scrolls sideways by ${over} px`)
}

const takeAll = async (
  browser: Browser,
  url: string,
  account: { account: string; password: string },
  [sizeName, size]: [string, Size],
) => {
  const sheets: string[] = []
  for (const language of languages) {
    for (const theme of themes) {
      const context = await browser.newContext({
        viewport: { width: size.width, height: size.height },
        // A wider screen fills its pictures anyway.
        deviceScaleFactor: size.width < 800 ? 2 : 1,
        isMobile: size.phone,
        hasTouch: size.phone,
        locale: language === 'en' ? 'en-GB' : 'zh-CN',
        colorScheme: theme === 'dark' ? 'dark' : 'light',
        reducedMotion: 'reduce',
      })
      await context.addCookies([{ name: 'theme', value: theme, url }])
      await context.addInitScript((lang) => localStorage.setItem('lang', lang), language)
      const page = await context.newPage()
      watchPage(page)
      const signedIn = await page.request.post(`${url}/api/session`, { data: account })
      if (!signedIn.ok()) throw new Error(`sign-in answered ${signedIn.status()}`)
      const ids = await findIds(page, url)
      const look = [...(sizeName === 'phone' ? [] : [sizeName]), language, theme].join('-')
      const folder = join(out, look)
      await mkdir(folder, { recursive: true })
      const shots: Shot[] = []
      for (const route of routes) {
        const states: (ScreenState | null)[] = [null, ...(values.states ? (statesOf[route] ?? []) : [])]
        for (const state of states) {
          const search = state?.search?.(ids) ?? searchOf(route, ids)
          const title = [route, state?.name].filter(Boolean).join(' ')
          const named = `${look}: ${title}`
          await page.goto(`${url}/h5/${route}${writeSearch(search)}`)
          await orNote(named, settled(page))
          if (state?.act) {
            await orNote(named, state.act(page, wordsIn(language === 'en' ? 'en' : 'zh_CN')))
            await orNote(named, settled(page))
          }
          await orNote(named, sideways(page, size.width))
          const no = String(shots.length + 1).padStart(2, '0')
          const file = join(folder, `${no}-${title.replaceAll(/[^\w-]+/g, '-')}.png`)
          await page.screenshot({ path: file, fullPage: values.full })
          shots.push({ title, file })
        }
      }
      await context.close()
      for (let at = 0; at < shots.length; at += ON_SHEET) {
        const sheet = join(out, `sheet-${look}-${at / ON_SHEET + 1}.png`)
        await contactSheet(browser, shots.slice(at, at + ON_SHEET), {
          file: sheet,
          columns: size.width > size.height ? 2 : 5,
        })
        sheets.push(sheet)
      }
    }
  }
  return sheets
}

const contactSheet = async (
  browser: Browser,
  shots: readonly Shot[],
  { file, columns }: { file: string; columns: number },
): Promise<void> => {
  const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } })
  const cells = shots.map(
    ({ title, file: picture }) =>
      `<figure><img src="${pathToFileURL(picture).href}"><figcaption>${title}</figcaption></figure>`,
  )
  const html = join(tmpdir(), `sunkeeper-sheet-${process.pid}.html`)
  writeFileSync(
    html,
    `<style>body{margin:0;padding:16px;background:#777;display:grid;align-content:start;grid-template-columns:repeat(${columns},1fr);gap:12px;font:14px sans-serif;color:#fff}figure{margin:0}img{width:100%;display:block}</style>${cells.join('')}`,
  )
  await page.goto(pathToFileURL(html).href)
  await page.screenshot({ path: file, fullPage: true })
  await page.close()
  rmSync(html)
}

// What runs already has its own, and keeps the hashes of its scripts: it is not changed under its feet.
if (values.url === undefined) await buildWeb()
const folder = values.url === undefined ? mkdtempSync(join(tmpdir(), 'sunkeeper-screens-')) : null
const demo =
  folder === null
    ? null
    : await openDemo({ DATA_DIR: folder, PORT: '0', MQTT_PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'error' })
const accountsFile = demo?.accountsFile ?? values.accounts ?? 'data/demo-accounts.json'
const accounts = JSON.parse(readFileSync(accountsFile, 'utf8')) as {
  role: string
  account: string
  password: string
}[]
const account = accounts.find(({ role }) => role === values.role)
if (!account) throw new Error(`no account of role ${values.role} in ${accountsFile}`)
const browser = await launchChromium()
try {
  const { account: name, password } = account
  for (const size of chosenSizes) {
    const sheets = await takeAll(browser, demo?.url ?? values.url ?? '', { account: name, password }, size)
    process.stdout.write(`${sheets.join('\n')}\n`)
  }
  if (trouble.length > 0) {
    process.stderr.write(
      `\n${trouble.length} pictures do not show what they should:\n${trouble.join('\n')}\n`,
    )
    process.exitCode = 1
  }
} finally {
  await browser.close()
  await demo?.close()
  if (folder !== null) rmSync(folder, { recursive: true, force: true })
}
