// One act on many rows of a list: chosen by keys or boxes, told beforehand, done with a result for each, taken back.
import type { Page } from '@playwright/test'
import { behind } from './hand-gateway.ts'
import { connectStation, makeStation, picture, settled, write } from './screens.ts'
import { longFlowIn, markOf, wordsIn } from './words.ts'
import { expect, expectSound, type Language, test, type Theme } from './world.ts'
import type { World } from './world-process.ts'

test.use({ isMobile: false, hasTouch: false, worldName: 'keys' })

const read = async <Body>(page: Page, world: World, path: string): Promise<Body> => {
  const answer = await page.request.get(`${world.url}/api/${path}`)
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as Body
}

const quiet = async (page: Page, world: World, search: string): Promise<boolean[]> => {
  type Answer = { alarms: { acknowledged: object | null }[] }
  const { alarms } = await read<Answer>(page, world, `alarms?status=open&search=${search}`)
  return alarms.map(({ acknowledged }) => acknowledged !== null)
}

/** Each screen of an act is at rest, sound for axe, and a picture where somebody asks for them. */
const watched =
  (page: Page, what: string, { language, theme }: { language: Language; theme: Theme }) =>
  async (name: string): Promise<void> => {
    await settled(page)
    await expectSound(page)
    await picture(page, `${what}-${name}-${language}-${theme}`)
  }

for (const { language, theme } of longFlowIn('en'))
  test(`alarms of several stations are acknowledged at once, and taken back (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const t = wordsIn(language)
    const page = await asRole('installer', language, theme)
    await page.setViewportSize({ width: 1440, height: 900 })
    const seen = watched(page, 'bulk-alarms', { language, theme })
    const mark = `Hail-${markOf({ language, theme })}`
    for (const no of [1, 2]) {
      const station = await makeStation(page, world, `${mark}-${no}`, { letters: 'BK' })
      const { line } = await connectStation(page, world, station)
      await line.report()
      await line.raise(behind(station.sn).optimizer, '2081', '1')
      await line.close()
    }
    await page.goto(`${world.url}/h5/om-page?search=${mark}`)
    const rows = page.getByRole('list', { name: t('alarms.title') }).locator('[data-row]')
    await expect.poll(() => quiet(page, world, mark)).toEqual([false, false])
    await expect(rows.nth(1)).toBeVisible()
    await settled(page)

    // Space begins to choose, Shift with an arrow goes on; the bar acts on all of them.
    const bar = page.getByRole('region', { name: t('bulk.bar') })
    const ticked = page.locator('input[data-pick]:checked')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect(bar.getByText(t('bulk.alarms', { count: 1 }))).toBeVisible()
    await expect(rows.first()).toBeFocused()
    await page.keyboard.press('Shift+ArrowDown')
    await expect(ticked).toHaveCount(2)
    // Escape ends it, and nothing is chosen any more.
    await page.keyboard.press('Escape')
    await expect(bar).toBeHidden()
    await page.keyboard.press('x')
    await expect(ticked).toHaveCount(0)
    await bar.getByRole('button', { name: t('bulk.all') }).click()
    await expect(ticked).toHaveCount(2)
    await seen('chosen')
    await page.keyboard.press('a')
    const sheet = page.getByRole('dialog', { name: t('bulk.acknowledge.title') })
    await expect(sheet.getByText(t('bulk.acknowledge.will', { count: 2 }))).toBeVisible()
    await sheet.getByText(t('bulk.which')).click()
    await expect(sheet.getByText(`${mark}-2`)).toBeVisible()
    expect(await quiet(page, world, mark)).toEqual([false, false])
    await seen('ahead')
    await sheet.getByRole('button', { name: t('bulk.acknowledge.act'), exact: true }).click()
    await expect(sheet.getByText(t('bulk.acknowledge.done', { count: 2 }))).toBeVisible()
    expect(await quiet(page, world, mark)).toEqual([true, true])
    await seen('done')
    await sheet.getByRole('button', { name: t('bulk.undo', { count: 2 }) }).click()
    await expect(sheet.getByText(t('bulk.acknowledge.undone', { count: 2 }))).toBeVisible()
    expect(await quiet(page, world, mark)).toEqual([false, false])
    await seen('undone')
    await sheet.getByRole('button', { name: t('bulk.close'), exact: true }).click()
    await expect(bar).toBeHidden()
  })

for (const { language, theme } of longFlowIn('zh_CN'))
  test(`orders are chosen in a table and given to one person, but those that somebody has (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const t = wordsIn(language)
    const page = await asRole('installer', language, theme)
    await page.setViewportSize({ width: 1440, height: 900 })
    const seen = watched(page, 'bulk-orders', { language, theme })
    const { stationId, name } = await makeStation(page, world, `Sent-${markOf({ language, theme })}`)
    const { handlers } = await read<{ handlers: { id: string; name: string }[] }>(
      page,
      world,
      `stations/${stationId}/handlers`,
    )
    const [first, second] = handlers
    if (!first || !second) throw new Error('nobody to give them to')
    for (const handlerId of [undefined, undefined, second.id])
      await write(page, world, '/api/orders', {
        type: 'repair',
        stationId,
        priority: 'high',
        description: '',
        plannedStartAt: null,
        plannedEndAt: null,
        plannedMinutes: 60,
        ...(handlerId !== undefined && { handlerId }),
      })
    const held = async (): Promise<(string | undefined)[]> => {
      type Answer = { orders: { handler: { name: string } | null }[] }
      const { orders } = await read<Answer>(page, world, `orders?stationId=${stationId}`)
      return orders.map(({ handler }) => handler?.name).toSorted()
    }
    await page.goto(`${world.url}/h5/om-page?tab=orders&search=${name}`)
    await settled(page)
    await page.getByRole('button', { name: t('table.asTable') }).click()
    const table = page.getByRole('table', { name: t('orders.title') })
    await expect(table.getByRole('rowheader')).toHaveCount(3)
    await settled(page)

    // The same keys choose in a table.
    const bar = page.getByRole('region', { name: t('bulk.bar') })
    const ticked = table.locator('input[data-pick]:checked')
    await table.locator('[data-row]').first().focus()
    await page.keyboard.press('Space')
    await expect(ticked).toHaveCount(1)
    await page.keyboard.press('Shift+ArrowDown')
    await expect(ticked).toHaveCount(2)
    await page.keyboard.press('Shift+ArrowDown')
    await expect(bar.getByText(t('bulk.count', { count: 3 }))).toBeVisible()
    await seen('chosen')
    await page.keyboard.press('d')
    const sheet = page.getByRole('dialog', { name: t('bulk.dispatch.title') })
    await sheet.locator('label').filter({ hasText: first.name }).click()
    await expect(sheet.getByText(t('bulk.dispatch.will', { count: 2 }))).toBeVisible()
    await expect(sheet.getByText(t('bulk.dispatch.held'))).toBeVisible()
    expect(await held()).toEqual([second.name, undefined, undefined])
    await seen('ahead')
    await sheet.getByRole('button', { name: t('bulk.dispatch.to', { name: first.name }) }).click()
    await expect(sheet.getByText(t('bulk.dispatch.done', { count: 2 }))).toBeVisible()
    expect(await held()).toEqual([first.name, first.name, second.name].toSorted())
    await seen('done')
    await sheet.getByRole('button', { name: t('bulk.close'), exact: true }).click()
    await expect(bar).toBeHidden()
    // For the tests after this one, and other people at this screen.
    await page.getByRole('button', { name: t('table.asList') }).click()
  })

for (const { language, theme } of longFlowIn('en'))
  test(`stations become favourites and members of a group at once, and it is taken back (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const t = wordsIn(language)
    const page = await asRole('installer', language, theme)
    await page.setViewportSize({ width: 1440, height: 900 })
    const seen = watched(page, 'bulk-stations', { language, theme })
    const mark = `Star-${markOf({ language, theme })}`
    const one = await makeStation(page, world, `${mark}-1`)
    const two = await makeStation(page, world, `${mark}-2`)
    const three = await makeStation(page, world, `${mark}-3`)
    const ids = [one, two].map(({ stationId }) => stationId).toSorted()
    await page.request.put(`${world.url}/api/stations/${one.stationId}/favourite`, {
      data: { favourite: true },
    })
    const favourites = async (): Promise<string[]> => {
      const { stationIds } = await read<{ stationIds: string[] }>(page, world, 'favourites')
      return stationIds.filter((id) => ids.includes(id)).toSorted()
    }
    const group = `Hill-${mark}`
    await write(page, world, '/api/station-groups', {
      id: crypto.randomUUID(),
      name: group,
      stationIds: [three.stationId],
    })
    type Groups = { groups: { name: string; stationIds: string[] }[] }
    const members = async (): Promise<number | undefined> =>
      (await read<Groups>(page, world, 'station-groups')).groups.find(({ name }) => name === group)
        ?.stationIds.length
    await page.goto(`${world.url}/h5/station-list?search=${mark}`)
    await settled(page)
    await page.getByRole('button', { name: t('stations.select'), exact: true }).click()
    for (const { name } of [one, two])
      await page.getByRole('checkbox', { name: t('stations.selectThis', { name }) }).check()
    await seen('chosen')
    await page.getByRole('button', { name: t('bulk.favourite.act'), exact: true }).click()
    const sheet = page.getByRole('dialog', { name: t('bulk.favourite.title') })
    await expect(sheet.getByText(t('bulk.favourite.will', { count: 2 }))).toBeVisible()
    await expect(sheet.getByText(t('bulk.favourite.before', { count: 1 }))).toBeVisible()
    await seen('ahead')
    await sheet.getByRole('button', { name: t('bulk.favourite.act'), exact: true }).click()
    await expect(sheet.getByText(t('bulk.favourite.done', { count: 2 }))).toBeVisible()
    expect(await favourites()).toEqual(ids)
    await seen('done')
    await sheet.getByRole('button', { name: t('bulk.undo', { count: 1 }) }).click()
    await expect(sheet.getByText(t('bulk.favourite.undone', { count: 1 }))).toBeVisible()
    expect(await favourites()).toEqual([one.stationId])
    await sheet.getByRole('button', { name: t('bulk.close'), exact: true }).click()

    await page.keyboard.press('x')
    for (const { name } of [one, two])
      await page.getByRole('checkbox', { name: t('stations.selectThis', { name }) }).check()
    await page.getByRole('button', { name: t('bulk.group.open'), exact: true }).click()
    const groups = page.getByRole('dialog', { name: t('bulk.group.title') })
    // The chip, not the sentence below it that names the same group.
    await groups.getByText(group).first().click()
    await expect(groups.getByText(t('bulk.put.will', { count: 2, group }))).toBeVisible()
    expect(await members()).toBe(1)
    await seen('group')
    await groups.getByRole('button', { name: t('bulk.put.act'), exact: true }).click()
    await expect(groups.getByText(t('bulk.put.done', { count: 2, group }))).toBeVisible()
    expect(await members()).toBe(3)
    await groups.getByRole('button', { name: t('bulk.undo', { count: 2 }) }).click()
    await expect(groups.getByText(t('bulk.put.undone', { count: 2 }))).toBeVisible()
    expect(await members()).toBe(1)
  })
