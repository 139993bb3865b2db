import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright'
import { median } from '../../bench/figure.ts'
import { buildWeb } from '../build-web.ts'
import { openDemo } from '../demo.ts'
import { launchChromium } from '../launch-chromium.ts'

const SAMPLE_EVERY_MS = 20_000
/**
 * First figures, code that the browser compiles once it has run often, and caches that fill: what comes before that is
 * no part of the slope. A soak of minutes settles for a minute.
 */
const settleMs = (minutes: number): number => Math.min(12, Math.max(1, minutes / 10)) * 60_000
/** What the page may grow by over the whole time, of what it holds: a twentieth above and below its middle. */
const GROWTH = 0.1
/** Of one core, everything that the page runs on together. */
const CORE = 0.05

type Sample = {
  /** Since the first one. */
  hours: number
  heapMb: number
  nodes: number
  listeners: number
}

const metricsOf = async (session: CDPSession): Promise<Map<string, number>> => {
  // What nobody holds any more is no part of what the page holds.
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  return new Map(metrics.map(({ name, value }) => [name, value]))
}

type Snapshot = {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]] } }
  nodes: number[]
}

/**
 * MB of the objects, arrays and words that the page's script holds. The heap holds machine code beside them: what runs
 * seldom is compiled once more after an hour or two of running, so that alone grows for a while, and ends by itself.
 */
const heldOf = async (session: CDPSession): Promise<number> => {
  const chunks: string[] = []
  const take = ({ chunk }: { chunk: string }): void => void chunks.push(chunk)
  session.on('HeapProfiler.addHeapSnapshotChunk', take)
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  session.off('HeapProfiler.addHeapSnapshotChunk', take)
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as Snapshot
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [kind, size] = [fields.indexOf('type'), fields.indexOf('self_size')]
  let bytes = 0
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (!['code', 'native', 'synthetic'].includes(types[0][nodes[at + kind] ?? 0] ?? ''))
      bytes += nodes[at + size] ?? 0
  }
  return bytes / 1024 ** 2
}

/** Seconds of a core that the browser and all its processes have taken, by kind of process. */
const cpuOf = async (session: CDPSession): Promise<Map<string, number>> => {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const seconds = new Map<string, number>()
  for (const { type, cpuTime } of processInfo) seconds.set(type, (seconds.get(type) ?? 0) + cpuTime)
  return seconds
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length

/** How much a figure grows an hour, by least squares. */
const slopeOf = (samples: readonly Sample[], of: (one: Sample) => number): number => {
  const [at, value] = [mean(samples.map(({ hours }) => hours)), mean(samples.map(of))]
  const [above, below] = samples.reduce(
    ([a, b], one) => [a + (one.hours - at) * (of(one) - value), b + (one.hours - at) ** 2],
    [0, 0],
  )
  return below === 0 ? 0 : above / below
}

/** A link for the wall, made by the administrator of the demonstration as the app makes it. */
const linkOf = async (url: string, accountsFile: string): Promise<string> => {
  const accounts = JSON.parse(readFileSync(accountsFile, 'utf8')) as {
    role: string
    account: string
    password: string
  }[]
  const { account, password } = accounts.find(({ role }) => role === 'administrator') ?? {}
  const ask = async (path: string, body: object, cookie = ''): Promise<Response> => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...(cookie && { cookie }),
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const signedIn = await ask('/api/session', { account, password })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const made = await ask('/api/look-links', { name: 'Soak', days: '1' }, cookie)
  const { token } = (await made.json()) as { token: string }
  return `${url}/h5/home?wall=1#look=${token}`
}

const watch = async (
  browser: Browser,
  page: Page,
  minutes: number,
  say: (line: string) => void,
): Promise<{ samples: Sample[]; held: [number, number]; cpu: Map<string, number>; seconds: number }> => {
  const session = await page.context().newCDPSession(page)
  const machine = await browser.newBrowserCDPSession()
  await session.send('Performance.enable')
  await pause(settleMs(minutes))
  const heldFirst = await heldOf(session)
  const before = await cpuOf(machine)
  const begun = performance.now()
  const samples: Sample[] = []
  while (performance.now() - begun < minutes * 60_000) {
    const metrics = await metricsOf(session)
    samples.push({
      hours: (performance.now() - begun) / 3_600_000,
      heapMb: (metrics.get('JSHeapUsedSize') ?? Number.NaN) / 1024 ** 2,
      nodes: metrics.get('Nodes') ?? Number.NaN,
      listeners: metrics.get('JSEventListeners') ?? Number.NaN,
    })
    if (samples.length % 15 === 0)
      say(`${samples.length} samples, heap ${samples.at(-1)?.heapMb.toFixed(2)} MB`)
    await pause(SAMPLE_EVERY_MS)
  }
  const after = await cpuOf(machine)
  const cpu = new Map([...after].map(([type, spent]) => [type, spent - (before.get(type) ?? 0)]))
  const seconds = (performance.now() - begun) / 1_000
  return { samples, held: [heldFirst, await heldOf(session)], cpu, seconds }
}

/**
 * The wall of the demonstration, opened by its link in Chromium and left alone: what the page holds does not grow, it
 * takes at most a twentieth of a core, and at the end it shows figures of that moment.
 */
export const proveWall = async (minutes: number, say: (line: string) => void): Promise<boolean> => {
  await buildWeb()
  const folder = mkdtempSync(join(tmpdir(), 'sunkeeper-wall-'))
  const demo = await openDemo({
    DATA_DIR: folder,
    PORT: '0',
    MQTT_PORT: '0',
    METRICS_PORT: '0',
    LOG_LEVEL: 'error',
  })
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
    const asked = { home: 0, all: 0 }
    page.on('response', (answer) => {
      if (!answer.url().includes('/api/')) return
      asked.all += 1
      if (answer.ok() && answer.url().endsWith('/api/home')) asked.home += 1
    })
    await page.goto(await linkOf(demo.url, demo.accountsFile))
    await page.locator('main canvas').first().waitFor()
    const { samples, held, cpu, seconds } = await watch(browser, page, minutes, say)
    const [heapMb, nodes] = [
      median(samples.map((one) => one.heapMb)),
      median(samples.map((one) => one.nodes)),
    ]
    const slope = { heap: slopeOf(samples, (one) => one.heapMb), nodes: slopeOf(samples, (one) => one.nodes) }
    const hours = seconds / 3_600
    const share = [...cpu.values()].reduce((sum, spent) => sum + spent, 0) / seconds
    const parts = [...cpu].map(([type, spent]) => `${type} ${((spent / seconds) * 100).toFixed(2)} %`)
    const old = await page.locator('header [role=status]').textContent()
    say(
      `wall for ${minutes} min, ${samples.length} samples: heap ${heapMb.toFixed(2)} MB, ${slope.heap >= 0 ? '+' : ''}${slope.heap.toFixed(2)} MB an hour, of it without machine code ${held.map((mb) => mb.toFixed(2)).join(' then ')} MB; ` +
        `${nodes} nodes, ${slope.nodes >= 0 ? '+' : ''}${slope.nodes.toFixed(0)} an hour; listeners ${samples[0]?.listeners} then ${samples.at(-1)?.listeners}; ` +
        `${(share * 100).toFixed(2)} % of a core (${parts.join(', ')}); home read ${asked.home} times, ${asked.all} answers; it says “${old}”`,
    )
    return (
      samples.length > 3 &&
      slope.heap * hours < heapMb * GROWTH &&
      held[1] < held[0] * (1 + GROWTH / 2) &&
      slope.nodes * hours < nodes * GROWTH &&
      share <= CORE &&
      asked.home >= minutes / 2
    )
  } finally {
    await browser.close()
    await demo.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
