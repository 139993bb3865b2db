import type { Page } from '@playwright/test'
import { errors } from '#domain/errors.ts'
import type { World } from './world-process.ts'
import { settled } from './screens.ts'
import { looks } from './words.ts'
import { expect, expectSound, signInAs, test } from './world.ts'

type StationList = { stations: { id: string; name: string }[] }

const stationOf = async (page: Page, world: World, name: string): Promise<string> => {
  const answer = await page.request.get(`${world.url}/api/stations?search=${encodeURIComponent(name)}`)
  const { stations } = (await answer.json()) as StationList
  expect(stations).toHaveLength(1)
  return stations[0]?.id ?? ''
}

for (const { language, theme } of looks) {
  test(`home, lists, a station and one's own pages are sound, ${language}, ${theme}`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    const stationId = await stationOf(page, world, 'Landshut-Scheunendach')
    const visits: [path: string, shows: string][] = [
      ['', language === 'en' ? 'Lifetime' : '累计'],
      ['station-list', 'Landshut-Scheunendach'],
      [`station-detail?stationId=${stationId}`, 'Landshut-Scheunendach'],
      [`station-detail?stationId=${stationId}&tab=devices`, 'SE17K7E1DBB39'],
      [`station-detail?stationId=${stationId}&tab=information`, 'Europe/Berlin'],
      [`station-detail?stationId=${stationId}&period=month`, 'Landshut-Scheunendach'],
      ['om-page', ''],
      ['service-page', ''],
      ['mine-page', '李承宇'],
      ['no-such-page', ''],
    ]
    for (const [path, shows] of visits) {
      await page.goto(`${world.url}/h5/${path}`)
      await settled(page)
      if (shows !== '') await expect(page.getByText(shows).first()).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', language === 'en' ? 'en' : 'zh-CN')
      await expectSound(page)
    }
  })
}

test('a station that belongs to somebody else is not there, whatever its address says', async ({
  asRole,
  world,
}) => {
  const page = await asRole('owner', 'en')
  const mine = await page.request.get(`${world.url}/api/stations`)
  const { stations } = (await mine.json()) as StationList
  expect(stations.map(({ name }) => name)).not.toContain('Newcastle-Depot')
  const context = await page.context().browser()?.newContext()
  if (!context) throw new Error('no browser')
  await signInAs(context, world, 'administrator')
  const foreign = await stationOf(await context.newPage(), world, 'Newcastle-Depot')
  await context.close()
  const answer = await page.request.get(`${world.url}/api/stations/${foreign}`)
  expect(answer.status()).toBe(404)
  await page.goto(`${world.url}/h5/station-detail?stationId=${foreign}`)
  await expect(page.getByText(errors.not_found.en)).toBeVisible()
})
