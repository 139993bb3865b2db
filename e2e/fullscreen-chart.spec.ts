import { readFile } from 'node:fs/promises'
import type { CDPSession, Download, Page } from '@playwright/test'
import { longFlowInLanguage } from './words.ts'
import { expect, expectSound, test } from './world.ts'
import type { World } from './world-process.ts'

type Station = { id: string; name: string; timeZone: string }
type Row = { id: string; kind: string; sn: string }

const words = {
  zh_CN: {
    full: '全屏查看',
    exit: '退出全屏',
    save: '保存图表',
    png: '保存为图片（PNG）',
    csv: '保存为表格（CSV）',
    devices: /^对比设备/,
    whole: '全天',
    instant: '时间（ISO 8601）',
    days: '多日对比',
    time: /点击选择$/,
  },
  en: {
    full: 'Full screen',
    exit: 'Exit full screen',
    save: 'Save chart',
    png: 'Save as picture (PNG)',
    csv: 'Save as table (CSV)',
    devices: /^Compare devices/,
    whole: 'Whole day',
    instant: 'Time (ISO 8601)',
    days: 'Compare days',
    time: /choose another$/,
  },
} as const

/** A station with several inverters whose day is old enough to have readings. */
const stationOf = async (page: Page, world: World): Promise<{ station: Station; inverters: Row[] }> => {
  const { stations } = (await (await page.request.get(`${world.url}/api/stations?limit=50`)).json()) as {
    stations: Station[]
  }
  for (const station of stations) {
    const answer = await page.request.get(`${world.url}/api/stations/${station.id}/devices?kind=inverter`)
    const { devices } = (await answer.json()) as { devices: Row[] }
    if (devices.length > 1) return { station, inverters: devices }
  }
  throw new Error('no station with two inverters')
}

const yesterday = (zone: string): string =>
  Temporal.Now.zonedDateTimeISO(zone).subtract({ days: 1 }).toPlainDate().toString()

const saved = async (
  page: Page,
  open: () => Promise<void>,
  choice: string,
): Promise<{ download: Download; bytes: Buffer }> => {
  const coming = page.waitForEvent('download')
  await open()
  await page.getByRole('dialog').getByRole('button', { name: choice }).click()
  const download = await coming
  return { download, bytes: await readFile(await download.path()) }
}

const touch = async (
  fingers: CDPSession,
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  ...points: [x: number, y: number][]
): Promise<void> => {
  await fingers.send('Input.dispatchTouchEvent', {
    type,
    touchPoints: points.map(([x, y], id) => ({ x, y, id })),
  })
}

type Point = [x: number, y: number]

/** Notes where in the page each finger was last. */
const followFinger = async (page: Page): Promise<CDPSession> => {
  await page.evaluate(
    `window.fingers = {}
    document.addEventListener('pointermove', (event) => {
      window.fingers[event.pointerId] = [event.clientX, event.clientY]
    }, true)`,
  )
  return page.context().newCDPSession(page)
}

/** A browser hands moves on with its next picture, and the chart tells of them in what follows. */
const arrived = async (page: Page, ends: readonly Point[]): Promise<void> => {
  const there = `${JSON.stringify(ends)}.every(([x, y]) =>
    Object.values(window.fingers).some((at) => Math.hypot(at[0] - x, at[1] - y) < 1))`
  await expect.poll(async () => page.evaluate<boolean>(there)).toBe(true)
  // What the last move changed is told when all that was begun by then is done, however long that takes.
  await page.evaluate(
    `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
      scheduler.postTask(done, { priority: 'background' }))))`,
  )
}

/** As fingers go: many small moves, of which a browser may take the first ones for scrolling. */
const stepPx = 3
const glide = async (page: Page, fingers: CDPSession, ...ways: [from: Point, to: Point][]): Promise<void> => {
  const longest = Math.max(...ways.map(([from, to]) => Math.hypot(to[0] - from[0], to[1] - from[1])))
  const steps = Math.ceil(longest / stepPx)
  for (let step = 1; step <= steps; step += 1) {
    const along = ways.map(([from, to]): Point => {
      const share = step / steps
      return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
    })
    await touch(fingers, 'touchMove', ...along)
  }
  await arrived(
    page,
    ways.map(([, to]) => to),
  )
}

/** Minutes since midnight of the crosshair, as the chart tells them. */
const minuteAt = async (page: Page): Promise<number> => {
  const told = (await page.getByRole('slider').getAttribute('aria-valuetext')) ?? ''
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(told) ?? []
  expect(told).toMatch(/^\d\d:\d\d/)
  return Number(hour) * 60 + Number(minute)
}

for (const language of longFlowInLanguage('zh_CN')) {
  const word = words[language]

  test(`a chart opens over the whole screen, turned, and follows the finger, ${language}`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language)
    const { station } = await stationOf(page, world)
    await page.goto(
      `${world.url}/h5/station-detail?stationId=${station.id}&of=${yesterday(station.timeZone)}`,
    )
    await page.getByRole('link', { name: word.full }).click()
    const slider = page.getByRole('slider')
    await expect(slider).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: station.name })).toBeVisible()
    await expectSound(page)
    // Turned: its time axis runs down the upright screen and fills most of it.
    const over = page.locator('.u-over')
    await expect.poll(async () => (await over.boundingBox())?.height ?? 0).toBeGreaterThan(600)
    const box = await over.boundingBox()
    if (!box) throw new Error('no drawing')
    expect(box.height).toBeGreaterThan(2 * box.width)

    const fingers = await followFinger(page)
    const [x, y] = [box.x + box.width / 2, (share: number) => box.y + box.height * share]
    await touch(fingers, 'touchStart', [x, y(0.25)])
    // The crosshair moves with the next picture.
    const from = async (minute: number): Promise<number> => Math.abs((await minuteAt(page)) - minute)
    await expect.poll(async () => from(360)).toBeLessThanOrEqual(30)
    // Down the screen is along the day, and the finger is followed to its end: back again, too.
    await glide(page, fingers, [
      [x, y(0.25)],
      [x, y(0.75)],
    ])
    await expect.poll(async () => from(1080)).toBeLessThanOrEqual(30)
    await glide(page, fingers, [
      [x, y(0.75)],
      [x, y(0.5)],
    ])
    await expect.poll(async () => from(720)).toBeLessThanOrEqual(30)
    // Across the screen is along the values: the instant stays.
    const half = await minuteAt(page)
    const aside = x + box.width * 0.3
    await glide(page, fingers, [
      [x, y(0.5)],
      [aside, y(0.5)],
    ])
    expect(await minuteAt(page)).toBe(half)
    await glide(page, fingers, [
      [aside, y(0.5)],
      [aside, y(0.4)],
    ])
    await expect.poll(async () => from(576)).toBeLessThanOrEqual(30)
    await touch(fingers, 'touchEnd')

    await expect(page.getByRole('button', { name: word.whole })).toBeHidden()
    await touch(fingers, 'touchStart', [x, y(0.45)], [x, y(0.55)])
    await glide(
      page,
      fingers,
      [
        [x, y(0.45)],
        [x, y(0.2)],
      ],
      [
        [x, y(0.55)],
        [x, y(0.8)],
      ],
    )
    await touch(fingers, 'touchEnd')
    await expect(page.getByRole('button', { name: word.whole })).toBeVisible()
    // Six times larger: the same way of the finger is a sixth of the time.
    await touch(fingers, 'touchStart', [x, y(0.25)])
    await expect.poll(async () => minuteAt(page)).toBeGreaterThan(540)
    await touch(fingers, 'touchEnd')
    await page.getByRole('button', { name: word.whole }).click()
    await expect(page.getByRole('button', { name: word.whole })).toBeHidden()

    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/station-detail/)
  })

  test(`the bars of a month follow the finger over the whole upright screen, ${language}`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language)
    const { station } = await stationOf(page, world)
    const of = yesterday(station.timeZone).slice(0, 4)
    await page.goto(`${world.url}/h5/fullscreen-chart?stationId=${station.id}&period=year&of=${of}`)
    const slider = page.getByRole('slider')
    await expect.poll(async () => (await slider.boundingBox())?.height ?? 0).toBeGreaterThan(600)
    const box = await slider.boundingBox()
    if (!box) throw new Error('no drawing')
    const bars = Number(await slider.getAttribute('aria-valuemax'))
    const fingers = await followFinger(page)
    const [x, y] = [box.x + box.width / 2, (share: number) => box.y + box.height * share]
    const now = async (): Promise<number> => Number(await slider.getAttribute('aria-valuenow'))
    await touch(fingers, 'touchStart', [x, y(0.1)])
    await expect.poll(now).toBe(0)
    await glide(page, fingers, [
      [x, y(0.1)],
      [x, y(0.95)],
    ])
    await expect.poll(now).toBe(bars)
    await touch(fingers, 'touchEnd')
    expect(bars).toBeGreaterThan(2)
  })

  test(`an inverter beside another one, saved as table and as picture, ${language}`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language)
    const { station, inverters } = await stationOf(page, world)
    const [first, second] = inverters
    const day = yesterday(station.timeZone)
    await page.goto(`${world.url}/h5/inverter-detail?deviceId=${first?.id}&of=${day}`)
    await page.getByRole('link', { name: word.full }).click()
    await expect(page.getByRole('slider')).toBeVisible()
    await page.getByRole('button', { name: word.devices }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('searchbox').fill(second?.sn ?? '')
    await panel.getByRole('checkbox', { name: second?.sn ?? '' }).check()
    await expectSound(page)
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(page).toHaveURL(new RegExp(`with=${second?.id}`))
    await expect(page.getByRole('slider')).toHaveAccessibleName(new RegExp(second?.sn ?? ''))

    const open = async (): Promise<void> => page.getByRole('button', { name: word.save }).click()
    const table = await saved(page, open, word.csv)
    expect(table.download.suggestedFilename()).toMatch(new RegExp(`${first?.sn}.*${day}\\.csv$`))
    const [head = '', ...rows] = table.bytes.toString('utf8').replace('\uFEFF', '').trimEnd().split('\r\n')
    const heads = head.split(',')
    expect(heads[0]).toBe(word.instant)
    expect(heads).toHaveLength(4)
    expect(heads[2]).toMatch(new RegExp(`^${first?.sn}.*\\(W\\)$`))
    expect(heads[3]).toMatch(new RegExp(`^${second?.sn}.*\\(W\\)$`))
    // How much of yesterday there is depends on the hour at which the world was made.
    expect(rows.length).toBeGreaterThan(10)
    const times = rows.map((row) => row.split(',')[0] ?? '')
    for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
    expect(times.map((time) => Date.parse(time))).toEqual(
      times.map((time) => Date.parse(time)).sort((a, b) => a - b),
    )
    expect(rows[0]?.split(',')[1]?.slice(0, 10)).toBe(day)
    // What the table says of the first inverter is what the server has.
    const answer = await page.request.get(`${world.url}/api/devices/${first?.id}/curve?day=${day}`)
    const curve = (await answer.json()) as {
      ts: number[]
      series: { metric: string; values: (number | null)[] }[]
    }
    const powers = curve.series.find(({ metric }) => metric === 'powerW')?.values ?? []
    const told = new Map(rows.map((row) => [Date.parse(row.split(',')[0] ?? ''), row.split(',')[2]]))
    for (const [no, ts] of curve.ts.entries())
      expect(told.get(Math.floor(ts / 1000) * 1000)).toBe(powers[no] === null ? '' : String(powers[no]))

    const picture = await saved(page, open, word.png)
    expect(picture.download.suggestedFilename()).toMatch(/\.png$/)
    expect(picture.bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
    const [width, height] = [picture.bytes.readUInt32BE(16), picture.bytes.readUInt32BE(20)]
    expect(width).toBeGreaterThan(1200)
    expect(height).toBeGreaterThan(400)
    expect(width).toBeGreaterThan(height)
    expect(picture.bytes.length).toBeGreaterThan(10_000)
    await page.getByRole('button', { name: word.exit }).click()
    await expect(page).toHaveURL(/inverter-detail/)
  })

  test(`two days lie over each other by the station's clock, in landscape too, ${language}`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('owner', language)
    await page.setViewportSize({ width: 812, height: 375 })
    const { station } = await stationOf(page, world)
    await page.goto(`${world.url}/h5/fullscreen-chart?stationId=${station.id}`)
    await expect(page.getByRole('button', { name: word.exit })).toBeVisible()
    await page.getByRole('button', { name: word.time }).click()
    const panel = page.getByRole('dialog')
    await panel.getByText(word.days, { exact: true }).click()
    const wanted = panel.locator('button[aria-pressed="false"]:enabled').last()
    await wanted.click()
    await expectSound(page)
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/days=\d{4}-\d\d-\d\d/)
    await expect(page.getByRole('slider')).toBeVisible()
    // It is drawn anew while the second day comes.
    const over = page.locator('.u-over')
    await expect.poll(async () => (await over.boundingBox())?.width ?? 0).toBeGreaterThan(600)
    await expectSound(page)
  })
}

test('a link to a device that is not there says so', async ({ asRole, world }) => {
  const page = await asRole('owner', 'en')
  const { station } = await stationOf(page, world)
  await page.goto(
    `${world.url}/h5/fullscreen-chart?stationId=${station.id}&deviceId=00000000-0000-4000-8000-000000000000`,
  )
  await expect(page.getByText('Not available')).toBeVisible()
  await expectSound(page)
})
