import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/platform/db/open.ts'
import { createLog } from '#server/platform/log.ts'
import { seedFleet } from '../bench/seed.ts'
import { firstAdministrator } from '../tests/acceptance/customer.ts'
import { startVictim } from '../tests/acceptance/victim.ts'
import { makeCompany } from '../tests/factories/accounts.ts'
import { freePort } from '../tests/free-port.ts'
import { expect, expectSound, inLanguage, test } from './world.ts'

const MANY = 1_200

test('very many stations are told together, nearer by a press, and one by one where few are left', async ({
  browser,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sunkeeper-map-'))
  chmodSync(dataDir, 0o711)
  const server = await startVictim(dataDir, null, { PORT: String(await freePort()) })
  const { url, setupCode, databaseUrl } = server.said()
  const context = await browser.newContext({ viewport: { width: 375, height: 812 } })
  try {
    const setUp = await context.request.post(`${url}/api/setup`, {
      data: { code: setupCode, ...firstAdministrator, name: 'First', company: 'Company' },
    })
    expect(setUp.status(), await setUp.text()).toBe(201)
    const { db, pool, close } = await openDatabase({ url: databaseUrl }, createLog('fatal'))
    const seeded = { gateways: 1, inverters: 0, optimizers: 0 }
    const companyId = await makeCompany(db, Date.now(), 'Seeded')
    await seedFleet(pool, { name: 'MM', companyId, stations: MANY, ...seeded })
    // Two thirds around Munich, a third on both sides of 180°.
    await pool.query(
      `UPDATE station SET latitude = CASE n % 3 WHEN 0 THEN 17 ELSE 48 END + (n / 3 % 20) / 10.0, north = n % 3 > 0,
              longitude = CASE n % 3 WHEN 0 THEN 179 ELSE 11 END + (n / 60) / 25.0, east = n % 3 > 0 OR n % 2 = 0
         FROM (SELECT id AS of, substring(code FROM '[0-9]+$')::int AS n FROM station) numbered WHERE id = of`,
    )
    await close()
    await inLanguage(context, 'en')
    const page = await context.newPage()
    const areas: string[] = []
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      asked.push(pathname)
      const area = searchParams.get('area')
      if (pathname === '/api/station-pins' && area !== null) areas.push(area)
    })
    const timesAsked = (path: string): number => asked.filter((one) => one === path).length
    await page.goto(`${url}/h5/station-list?view=map`)
    await expect(page.locator('canvas[data-land=drawn]')).toBeVisible()
    const marks = page.getByRole('application').getByRole('button', { name: /stations, worst: / })
    await expect(marks).toHaveCount(2)
    await expect(marks.filter({ hasText: '800' })).toBeVisible()
    // What lies on both sides of 180° is one.
    await expect(marks.filter({ hasText: '400' })).toBeVisible()
    await expect(page.getByRole('heading', { name: '1,200 stations in view' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^All in the list/ })).toBeVisible()
    await expectSound(page)
    // When the stream of changes has opened, what is shown is read again; the answer for all of the map is not.
    await expect.poll(() => timesAsked('/api/session')).toBeGreaterThan(1)
    expect(timesAsked('/api/station-pins')).toBe(1)
    expect(areas).toEqual([])

    await marks.filter({ hasText: '800' }).click()
    await expect(marks.filter({ hasText: '800' })).toHaveCount(0)
    // A step nearer at a time, each with the time to ask for what it shows.
    await expect(async () => {
      if (areas.length === 0) await page.getByRole('button', { name: 'Zoom in', exact: true }).click()
      await expect.poll(() => areas.length, { timeout: 1000 }).toBeGreaterThan(0)
    }).toPass()
    await expectSound(page)
    // The list is as long as what is left on the map.
    const heading = page.getByRole('heading', { name: /stations? in view$/ })
    await expect
      .poll(async () => Number.parseInt((await heading.textContent())?.replace(',', '') ?? '', 10))
      .toBeLessThan(400)
    await expect(page.getByRole('link', { name: /^MM-/ }).first()).toBeVisible()
  } finally {
    await context.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
