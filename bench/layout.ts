import type { Browser, CDPSession, Page } from 'playwright'
import { openDatabase } from '#server/platform/db/open.ts'
import { createLog } from '#server/platform/log.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { makeCompany } from '../tests/factories/accounts.ts'
import { contextOf } from './phone.ts'
import { type Benchmark, figure, quantile } from './figure.ts'
import { startInstallation } from './installation.ts'
import { seedFleet, seedPerson, seedState } from './seed.ts'

const MODULES = 3_000
const STRINGS = 120
const PAN_MS = 2_000
const ROUNDS = 3
const cpuRate = 4
const patienceMs = 60_000

/** Milliseconds that the page's own thread has worked so far. */
const workOf = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics')
  const own = new Set(['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'])
  return metrics.reduce((sum, { name, value }) => sum + (own.has(name) ? value * 1000 : 0), 0)
}

/** Counts how often a canvas of the page is emptied to be drawn anew. */
const countDrawings = `(() => {
  const { clearRect } = CanvasRenderingContext2D.prototype
  window.benchDrawings = 0
  CanvasRenderingContext2D.prototype.clearRect = function (...given) {
    window.benchDrawings += 1
    return clearRect.apply(this, given)
  }
})()`

/**
 * Drags a finger's width a frame to and fro over what `selector` names, and gives the milliseconds between frames. The
 * pointer's events are made in the page, so that each frame has exactly one.
 */
const panning = (selector: string, moves: boolean): string => `new Promise((resolve) => {
  const box = document.querySelector(${JSON.stringify(selector)})
  const at = box.getBoundingClientRect()
  const frames = []
  const send = (type, x, y) => box.dispatchEvent(new PointerEvent(type, {
    bubbles: true, pointerId: 1, pointerType: 'touch', button: type === 'pointermove' ? -1 : 0, clientX: at.left + x, clientY: at.top + y }))
  box.setPointerCapture = () => {}
  box.hasPointerCapture = () => true
  let [x, y, began, before] = [150, 200, 0, 0]
  send('pointerdown', x, y)
  const turn = (now) => {
    began ||= now
    if (before > 0) frames.push(now - before)
    before = now
    const part = (now - began) / 400
    x = 150 + 120 * Math.sin(part)
    y = 200 + 120 * Math.cos(part * 0.7)
    if (${moves}) send('pointermove', x, y)
    if (now - began < ${PAN_MS}) requestAnimationFrame(turn)
    else { send('pointerup', x, y); resolve(frames) }
  }
  requestAnimationFrame(turn)
})`

/** The same modules as SVG elements that a transform moves: what one would write first. */
const plainSvg = `(() => {
  const box = document.createElement('div')
  box.id = 'bench-svg'
  box.style.cssText = 'position:fixed;inset:100px 0 auto 0;height:460px;overflow:hidden;background:#fff;z-index:99;touch-action:none'
  const tones = [1, 2, 3, 4, 5, 6, 7, 8].map((no) => getComputedStyle(document.documentElement).getPropertyValue('--heat-' + no))
  let inner = ''
  for (let n = 0; n < ${MODULES}; n += 1) {
    const [x, y] = [(n % 50) * 22, Math.floor(n / 50) * 34]
    inner += '<g><rect x="' + x + '" y="' + y + '" width="20" height="32" rx="2" fill="' + tones[n % 8] + '"/></g>'
  }
  box.innerHTML = '<svg width="390" height="460"><g>' + inner + '</g></svg>'
  document.body.append(box)
  const group = box.querySelector('g')
  let [from, tx, ty] = [null, 0, 0]
  box.addEventListener('pointerdown', (event) => (from = event))
  box.addEventListener('pointermove', (event) => {
    if (!from) return
    tx += event.clientX - from.clientX
    ty += event.clientY - from.clientY
    from = event
    group.setAttribute('transform', 'translate(' + tx + ' ' + ty + ') scale(1)')
  })
})()`

const share = (frames: readonly number[], beyond: number): number =>
  (frames.filter((one) => one > beyond).length / frames.length) * 100

/** Frames of a sixtieth of a second, with the clock's own unevenness. */
const ON_TIME_MS = 16.7 * 1.1

const open = async (browser: Browser, url: string, station: string, cookie: string): Promise<Page> => {
  const context = await contextOf(browser, url, cookie)
  const page = await context.newPage()
  await page.goto(`${url}/h5/device-topology?stationId=${station}`)
  await page.waitForSelector('[data-looks*=","]', { timeout: patienceMs })
  await page.waitForTimeout(1_500)
  await page.evaluate(countDrawings)
  return page
}

/** A station's 3,000 modules dragged with a processor 4 times slower, beside as many plain SVG elements. */
export const benchLayout: Benchmark = async (print) => {
  await buildWeb()
  const server = await startInstallation()
  const { db, pool, close } = await openDatabase({ url: server.databaseUrl }, createLog('fatal'))
  const browser = await launchChromium()
  try {
    const now = Date.now()
    const companyId = await makeCompany(db, now, 'Own')
    await seedFleet(pool, {
      name: 'BL',
      companyId,
      stations: 1,
      gateways: 1,
      inverters: 10,
      optimizers: MODULES,
    })
    await seedState(pool, now, 1)
    await pool.query(
      `INSERT INTO string (id, station_id, inverter_id, no, created_at)
       SELECT gen_random_uuid(), i.station_id, i.id, n, now()
         FROM device i, generate_series(1, $1::int / 10) AS n WHERE i.kind = 'inverter'`,
      [STRINGS],
    )
    await pool.query(
      `WITH hung AS MATERIALIZED (
         SELECT gen_random_uuid() AS place, d.id, d.station_id, s.id AS string, d.n / $1 + 1 AS position
           FROM (SELECT *, row_number() OVER (ORDER BY no)::int - 1 AS n FROM device WHERE kind = 'optimizer') d
           JOIN (SELECT id, row_number() OVER (ORDER BY inverter_id, no)::int - 1 AS n FROM string) s ON s.n = d.n % $1
       ), made AS (
         INSERT INTO place (id, station_id, kind, string_id, position, created_at)
         SELECT place, station_id, 'optimizer', string, position, now() FROM hung)
       INSERT INTO place_device (place_id, device_id, since) SELECT place, id, now() FROM hung`,
      [STRINGS],
    )
    await pool.query(`UPDATE latest SET p = 120 + (device_no * 37) % 190 WHERE p = 200`)
    const cookie = await seedPerson(db, now, 'installer', companyId)
    const station = String((await pool.query(`SELECT id FROM station`)).rows[0].id)

    const page = await open(browser, server.url, station, cookie)
    const session = await page.context().newCDPSession(page)
    const zoom = page.getByRole('button', { name: '放大' })
    for (let turn = 0; turn < 3; turn += 1) {
      await zoom.click()
      await page.waitForTimeout(500)
    }
    await page.evaluate(plainSvg)
    const show = (what: 'block' | 'none'): Promise<unknown> =>
      page.evaluate(`document.getElementById('bench-svg').style.display = '${what}'`)
    const frames = { canvas: [] as number[], svg: [] as number[], still: [] as number[] }
    let [drawings, work] = [0, 0]
    await session.send('Performance.enable')
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
    // In turn, so that what else the machine does meets all of them alike.
    for (let round = 0; round < ROUNDS; round += 1) {
      await show('none')
      await page.waitForTimeout(500)
      frames.still.push(...(await page.evaluate<number[]>(panning('[data-looks]', false))))
      const before = await page.evaluate<number>('window.benchDrawings')
      const worked = await workOf(session)
      frames.canvas.push(...(await page.evaluate<number[]>(panning('[data-looks]', true))))
      work += (await workOf(session)) - worked
      drawings += (await page.evaluate<number>('window.benchDrawings')) - before
      await show('block')
      await page.waitForTimeout(500)
      frames.svg.push(...(await page.evaluate<number[]>(panning('#bench-svg', true))))
    }

    const what = `of frames while ${MODULES} modules are dragged, 4 times slower`
    const shares = (beyond: number): string =>
      `plain SVG ${share(frames.svg, beyond).toFixed(1)} %, nothing moving ${share(frames.still, beyond).toFixed(1)} %`
    print(figure('layout.late', share(frames.canvas, ON_TIME_MS), '%', `${what}; ${shares(ON_TIME_MS)}`))
    print(figure('layout.stuck', share(frames.canvas, 50), '%', `${what}; ${shares(50)}`))
    const own = (beyond: number): number =>
      Math.max(0, share(frames.canvas, beyond) - share(frames.still, beyond))
    print(figure('layout.stuck.own', own(50), '%', `${what}, beyond those with nothing moving`, '<= 1'))
    // What a frame takes beyond this is the compositor's, which here has no graphics processor.
    print(
      figure(
        'layout.work',
        work / frames.canvas.length,
        'ms a frame',
        `scripts, styles and layout while ${MODULES} modules are dragged, 4 times slower`,
        '<= 8',
      ),
    )
    print(
      figure('layout.drawings', drawings / ROUNDS, 'a drag', 'pictures drawn anew while dragging', '<= 2'),
    )
    print(
      figure(
        'layout.p95',
        quantile(frames.canvas, 0.95) / quantile(frames.svg, 0.95),
        'ratio',
        'time of a frame beside plain SVG, p95',
        '<= 1',
      ),
    )
  } finally {
    await browser.close()
    await close()
    await server.stop()
  }
}
