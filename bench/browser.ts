import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Browser, CDPSession, Page } from 'playwright'
import { openDatabase } from '#server/platform/db/open.ts'
import { createLog } from '#server/platform/log.ts'
import { ensurePartitions, utcDayStart } from '#server/features/telemetry/partition-store.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { makeCompany } from '../tests/factories/accounts.ts'
import { buildEmptyReact } from './empty-react.ts'
import { drawingProbe, type Drawn, loadProbe, type Seen } from './browser-probes.ts'
import { contextOf, phone } from './phone.ts'
import { pushes } from './push.ts'
import { type Benchmark, figure, median } from './figure.ts'
import { startInstallation } from './installation.ts'
import { seedFleet, seedPerson, seedState } from './seed.ts'

const ROUNDS = 5
const LONG_LIST = 10_000
const SCROLL_MS = 4_000
const REDRAWS = 200
const SETTLE_MS = 10_000
/** Slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const cpuRate = 4
const patienceMs = 30_000

const staticPage = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>static</title><style>body{font:16px sans-serif;margin:2rem}</style><h1>Sunkeeper</h1><p>Nothing but this.</p>`

const reactPage = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>React</title><div id="app"></div><script type="module" src="/entry.js"></script>`

/** A page that holds nothing at `/`, and one that holds React and a line of text at `/react`. */
const serveStatic = async (): Promise<{ url: string; stop: () => void }> => {
  const script = brotliCompressSync(await buildEmptyReact())
  const server = createServer(({ url }, response) => {
    if (url === '/entry.js')
      response
        .writeHead(200, {
          'content-type': 'text/javascript',
          'content-encoding': 'br',
          'cache-control': 'max-age=3600',
        })
        .end(script)
    else
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(url === '/react' ? reactPage : staticPage)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => server.close().closeAllConnections(),
  }
}

const slowly = async (page: Page): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
  return session
}

/** Saves what is seen from the tap on, one picture a change, named by milliseconds. */
const film = async (session: CDPSession, folder: string): Promise<() => Promise<void>> => {
  mkdirSync(folder, { recursive: true })
  const began = Date.now()
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const at = Math.round((metadata.timestamp ?? 0) * 1000 - began)
    writeFileSync(join(folder, `${String(at).padStart(5, '0')}.png`), Buffer.from(data, 'base64'))
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await session.send('Page.startScreencast', { format: 'png', maxWidth: 390, maxHeight: 844 })
  return async () => void (await session.send('Page.stopScreencast'))
}

/** Opens an address slowly and says what was seen, once `ready` holds and half a second of quiet has followed. */
const look = async (page: Page, url: string, ready: string): Promise<Seen> => {
  await page.goto(url, { waitUntil: 'commit', timeout: patienceMs })
  await page.waitForFunction(ready, undefined, { timeout: patienceMs })
  await page.waitForTimeout(500)
  return page.evaluate<Seen>('window.benchSeen()')
}

const hasFigures = 'window.benchSeen && window.benchSeen().figuresMs !== null'
/** The app in place of its skeleton, which may have shown the first figure already. */
const isWhole = 'window.benchSeen && window.benchSeen().wholeMs !== null'
const hasPaint = 'window.benchSeen && window.benchSeen().paintMs !== null'

const loads = async (
  browser: Browser,
  at: { static: string; home: string; cookie: string; filmstrip: string | null },
): Promise<Record<'blank' | 'react' | 'first' | 'second', Seen[]>> => {
  const found: Record<'blank' | 'react' | 'first' | 'second', Seen[]> = {
    blank: [],
    react: [],
    first: [],
    second: [],
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await contextOf(browser, at.home, at.cookie)
    await context.addInitScript(loadProbe)
    const plain = await context.newPage()
    await slowly(plain)
    found.blank.push(await look(plain, at.static, hasPaint))
    found.react.push(await look(plain, `${at.static}react`, hasFigures))
    await plain.close()
    const page = await context.newPage()
    const session = await slowly(page)
    const cut = at.filmstrip !== null && round === 0 ? await film(session, at.filmstrip) : null
    found.first.push(await look(page, `${at.home}/h5/home`, isWhole))
    await cut?.()
    // What makes the next start faster is prepared when this one has come to rest.
    await page.waitForTimeout(SETTLE_MS)
    await page.close()
    const again = await context.newPage()
    await slowly(again)
    found.second.push(await look(again, `${at.home}/h5/home`, isWhole))
    await context.close()
  }
  return found
}

/**
 * Draws the day's chart again and again by zooming, as often as a finger would, and the same number of points by hand. Not slowed down:
 * that is done by pauses longer than a drawing, which meet one and spare the next.
 */
const draws = async (browser: Browser, url: string, station: string, cookie: string): Promise<Drawn> => {
  const context = await contextOf(browser, url, cookie)
  await context.addInitScript(drawingProbe)
  const page = await context.newPage()
  await page.goto(`${url}/h5/station-detail?stationId=${station}`)
  await page.waitForSelector('.uplot canvas', { timeout: patienceMs })
  await page.waitForTimeout(1_000)
  // Drawn once more by its width, the points of a drawing are counted.
  await page.setViewportSize({ ...phone, width: phone.width + 8 })
  await page.waitForTimeout(500)
  await page.evaluate(`window.benchRedraw(${REDRAWS})`)
  const drawn = await page.evaluate<Drawn>('window.benchDrawn()')
  await context.close()
  return drawn
}

/** As long as a list, and nothing but words. */
const longPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>long</title>
${'<p style="height:200px">Row</p>'.repeat(60)}`

/** Frames a second while a page is scrolled by as much in each. */
const scrollOf = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
  return page.evaluate<number>(`new Promise((resolve) => {
    const began = performance.now()
    let frames = 0
    const turn = (now) => {
      window.scrollBy(0, 24)
      frames += 1
      if (now - began < ${SCROLL_MS}) requestAnimationFrame(turn)
      else resolve((frames * 1000) / (now - began))
    }
    requestAnimationFrame(turn)
  })`)
}

const scrolls = async (
  browser: Browser,
  url: string,
  cookie: string,
): Promise<{ rows: number; fps: number; floor: number }> => {
  const context = await contextOf(browser, url, cookie)
  const bare = await context.newPage()
  await bare.setContent(longPage)
  const floor = await scrollOf(bare)
  await bare.close()
  const page = await context.newPage()
  await page.goto(`${url}/h5/station-list`)
  await page.waitForSelector('a[href*="station-detail"]', { timeout: patienceMs })
  const fps = await scrollOf(page)
  const rows = await page.evaluate<number>(
    `fetch('/api/stations?limit=1').then((a) => a.json()).then((a) => a.total)`,
  )
  await context.close()
  return { rows, fps, floor }
}

/** A page's clock is coarser than a drawing takes: only many together say how long one took. */
const mean = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0) / list.length

/** Median of one thing seen, thousandths: seconds of what is in milliseconds. */
const of = (list: readonly Seen[], what: keyof Seen): number =>
  median(list.map((one) => one[what] ?? Number.NaN)) / 1000

/** What a phone sees: 4 times slower than this machine, over slow 4G, beside a page that holds nothing. */
export const benchBrowser: Benchmark = async (print, { filmstrip }) => {
  await buildWeb()
  const server = await startInstallation()
  const { db, pool, close } = await openDatabase({ url: server.databaseUrl }, createLog('fatal'))
  const browser = await launchChromium()
  const plain = await serveStatic()
  try {
    const now = Date.now()
    const own = await makeCompany(db, now, 'Own')
    const long = await makeCompany(db, now, 'Long')
    await seedFleet(pool, {
      name: 'BW',
      companyId: own,
      stations: 12,
      gateways: 1,
      inverters: 2,
      optimizers: 8,
    })
    await seedFleet(pool, {
      name: 'BZ',
      companyId: long,
      stations: LONG_LIST,
      gateways: 1,
      inverters: 1,
      optimizers: 0,
    })
    await seedState(pool, now, 2)
    await ensurePartitions(
      pool,
      [0, 1].map((days) => utcDayStart(now - days * 86_400_000)),
    )
    await pool.query(
      `INSERT INTO reading (device_no, ts, received_at, hist, state, p, e_tot)
       SELECT no, ts, ts, false, 1, 4000 + 3000 * sin(extract(epoch FROM ts) / 9000) + no % 50, 1e7
         FROM device, generate_series($1::timestamptz - interval '20 hours', $1, interval '5 minutes') AS ts
        WHERE kind = 'inverter' AND sn LIKE 'BW%'`,
      [new Date(now)],
    )
    const cookie = await seedPerson(db, now, 'installer', own)
    const station = String((await pool.query(`SELECT id FROM station WHERE code = 'BW-S1'`)).rows[0].id)

    const seen = await loads(browser, { static: plain.url, home: server.url, cookie, filmstrip })
    const still = of(seen.blank, 'paintMs')
    const slow = '4 times slower, slow 4G'
    const page = `first paint of a static page, ${slow}`
    print(figure('browser.static', still, 's', page))
    print(figure('browser.paint', of(seen.first, 'paintMs') / still, 'ratio', page, '<= 1.5'))
    print(figure('browser.figures', of(seen.first, 'figuresMs') / still, 'ratio', page, '<= 2.5'))
    print(
      figure(
        'browser.figures.seconds',
        of(seen.first, 'figuresMs'),
        's',
        `home's figures, ${slow}`,
        '<= 2.5',
      ),
    )
    print(
      figure(
        'browser.whole.seconds',
        of(seen.first, 'wholeMs'),
        's',
        `home's figures in the app in place of its skeleton, ${slow}`,
      ),
    )
    print(
      figure('browser.second.seconds', of(seen.second, 'figuresMs'), 's', `second visit, ${slow}`, '<= 0.8'),
    )
    print(
      figure(
        'browser.second.whole',
        of(seen.second, 'wholeMs'),
        's',
        `second visit, the app in place of its skeleton, ${slow}`,
      ),
    )
    print(figure('browser.second', of(seen.second, 'figuresMs') / still, 'ratio', page))
    print(
      figure(
        'browser.blocking',
        of(seen.first, 'blockedMs') * 1000,
        'ms',
        `beyond 50 ms a task, ${slow}`,
        '<= 60',
      ),
    )
    print(
      figure(
        'browser.shift',
        of(seen.first, 'shift') * 1000,
        'score',
        'layout shift until it is quiet',
        '= 0',
      ),
    )
    print(
      figure(
        'browser.data.asked',
        of(seen.first, 'askedMs') / of(seen.first, 'ranMs'),
        'ratio',
        'start of the request for data beside the first run of the bundle',
        '< 1',
      ),
    )

    print(
      figure(
        'browser.blocking.floor',
        of(seen.react, 'blockedMs') * 1000,
        'ms',
        `a page of React and one line of text, ${slow}`,
      ),
    )
    print(figure('browser.figures.floor', of(seen.react, 'figuresMs'), 's', `the line of that page, ${slow}`))

    const pushed = await pushes(browser, server.url, cookie)
    const bare = `a page that holds a link and a title, ${median(pushed.bare).toFixed(1)} ms`
    print(
      figure(
        'browser.push.cold',
        median(pushed.cold),
        'ms',
        `title after a first press, half a second after the list has come; ${bare}`,
        '<= 50',
      ),
    )
    print(figure('browser.push.soon', median(pushed.soon), 'ms', `title after a press as it comes; ${bare}`))
    print(figure('browser.push.again', median(pushed.again), 'ms', `title after a second; ${bare}`, '<= 50'))
    print(
      figure(
        'browser.push.moving',
        median(pushed.moving),
        'ms',
        `the bare page with a transition of the browser between its titles; ${bare}`,
      ),
    )

    const drawn = await draws(browser, server.url, station, cookie)
    print(
      figure(
        'browser.chart',
        mean(drawn.chartMs) / mean(drawn.handMs),
        'ratio',
        `the same ${drawn.strokes} strokes and settings by hand on a canvas`,
        '<= 2',
      ),
    )
    print(
      figure(
        'browser.chart.line',
        mean(drawn.chartMs) / mean(drawn.rawMs),
        'ratio',
        `${drawn.points} points as one line and 12 words, without axes, band or grid`,
      ),
    )
    print(figure('browser.chart.ms', mean(drawn.chartMs), 'ms', `a drawing of the day's chart`))

    const list = await scrolls(browser, server.url, await seedPerson(db, now, 'installer', long))
    print(
      figure(
        'browser.scroll',
        list.fps,
        'frames/s',
        `a list of ${list.rows} stations, 4 times slower`,
        '>= 58',
      ),
    )
    print(figure('browser.scroll.floor', list.floor, 'frames/s', 'a page of as many words, 4 times slower'))
  } finally {
    await browser.close()
    plain.stop()
    await close()
    await server.stop()
  }
}
