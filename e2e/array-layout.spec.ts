import type { BrowserContext, Page } from '@playwright/test'
import { errors } from '#domain/errors.ts'
import { addString, arrayOf, makeRoof, type RoofSite } from './array-site.ts'
import { longFlowIn, markOf, wordsIn } from './words.ts'
import { expect, expectSound, inLanguage, signInAs, test } from './world.ts'
import type { World } from './world-process.ts'

const keptDrafts = `new Promise((resolve) => {
  indexedDB.open('sunkeeper-drafts').onsuccess = ({ target: { result: db } }) => {
    if (!db.objectStoreNames.contains('drafts')) return resolve('')
    db.transaction('drafts').objectStore('drafts').getAll().onsuccess = ({ target }) => {
      db.close()
      resolve(JSON.stringify(target.result))
    }
  }
})`

const config = (world: World, { stationId }: RoofSite): string =>
  `${world.url}/h5/generate-power-device-config?stationId=${stationId}`

for (const { language, theme } of longFlowIn('en')) {
  const t = wordsIn(language)
  const mark = markOf({ language, theme })
  const string = (page: Page, no: number) =>
    page.getByRole('group', { name: t('arrays.string', { no: String(no) }) })
  const position = (page: Page, no: number, at: number) =>
    string(page, no).getByRole('button', { name: `${t('arrays.position', { no: String(at) })}: ` })
  const saved = (page: Page) => page.getByText(t('arrays.saving.saved'), { exact: true })

  test(`three strings of twenty are filled, laid out as a snake, taken back and swapped (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    const roof = await makeRoof(page, world, `L${mark}`, 60)
    for (const no of [1, 2, 3]) await addString(page, world, roof, no)
    await page.goto(config(world, roof))
    for (const no of [1, 2, 3]) {
      await position(page, no, 1).click()
      await page.getByRole('button', { name: t('arrays.hand.fill'), exact: true }).click()
      await page.getByRole('button', { name: t('arrays.fill.done'), exact: true }).click()
      await expect(position(page, no, 20)).toHaveAccessibleName(new RegExp(roof.serials[no * 20 - 1] ?? ''))
    }
    await expect(page.getByText(t('arrays.tray.empty'))).toBeVisible()
    await expectSound(page)

    // The first two of the first string change places, and back.
    await position(page, 1, 1).click()
    await expectSound(page)
    await position(page, 1, 2).click()
    await expect(position(page, 1, 1)).toHaveAccessibleName(new RegExp(roof.serials[1] ?? ''))
    await expect(position(page, 1, 2)).toHaveAccessibleName(new RegExp(roof.serials[0] ?? ''))
    await page.getByRole('button', { name: t('arrays.tools.undo') }).click()
    await expect(position(page, 1, 1)).toHaveAccessibleName(new RegExp(roof.serials[0] ?? ''))

    await page.getByText(t('arrays.layout'), { exact: true }).click()
    await page.getByRole('button', { name: t('arrays.area.add') }).click()
    const sheet = page.getByRole('dialog', { name: t('arrays.area.add') })
    await sheet.getByLabel(t('arrays.area.rows'), { exact: true }).fill('0')
    await expect(sheet.getByText(t('arrays.area.side'))).toBeVisible()
    await sheet.getByLabel(t('arrays.area.rows'), { exact: true }).fill('6')
    await sheet.getByLabel(t('arrays.area.cols'), { exact: true }).fill('10')
    await expectSound(page)
    await sheet.getByRole('button', { name: t('arrays.area.save') }).click()
    const stage = page.getByRole('application')
    await expect(stage).toBeVisible()
    await page.getByRole('button', { name: t('arrays.tools.fill'), exact: true }).click()
    await expectSound(page)
    await page.getByRole('button', { name: t('arrays.snake.done', { count: '60' }) }).click()
    await expect(page.getByText(t('arrays.snake.nothing'))).toBeVisible()
    await expect(stage.locator('[data-sn]')).toHaveCount(60)
    const cellOf = (no: number) => stage.locator(`[data-sn="${roof.serials[no - 1] ?? ''}"]`)
    await expect(cellOf(10)).toHaveAttribute('data-cell', '1-10')
    await expect(cellOf(11)).toHaveAttribute('data-cell', '2-10')
    await expect(cellOf(60)).toHaveAttribute('data-cell', '6-1')
    await expect(saved(page)).toBeVisible()

    await page.getByRole('button', { name: t('arrays.tools.undo') }).click()
    await expect(stage.locator('[data-sn]')).toHaveCount(0)
    await page.getByRole('button', { name: t('arrays.tools.redo') }).click()
    await expect(stage.locator('[data-sn]')).toHaveCount(60)
    await page.getByRole('button', { name: t('ui.close'), exact: true }).click()

    // By keys alone: the second of the first row is taken and put where the third is.
    await stage.focus()
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter', 'ArrowRight', 'Enter'])
      await page.keyboard.press(key)
    await expect(cellOf(2)).toHaveAttribute('data-cell', '1-3')
    await expect(cellOf(3)).toHaveAttribute('data-cell', '1-2')
    await expectSound(page)
    // And by the list: row and column as numbers.
    await page.getByRole('button', { name: t('arrays.tools.list'), exact: true }).click()
    const list = page.getByRole('dialog')
    await list.getByRole('button', { name: new RegExp(roof.serials[59] ?? '') }).click()
    await list.getByLabel(t('arrays.spots.row'), { exact: true }).fill('7')
    await list.getByRole('button', { name: t('arrays.spots.place'), exact: true }).click()
    await expect(list.getByText(t('arrays.spots.wrong', { rows: '6', cols: '10' }))).toBeVisible()
    await list.getByLabel(t('arrays.spots.row'), { exact: true }).fill('1')
    await expectSound(page)
    await list.getByRole('button', { name: t('arrays.spots.swap', { sn: roof.serials[0] ?? '' }) }).click()
    await expect(list.getByRole('button', { name: new RegExp(roof.serials[59] ?? '') })).toContainText(
      t('arrays.cell', { row: '1', col: '1' }),
    )
    await expect(async () => {
      const { places } = await arrayOf(page, world, roof.stationId)
      const at = (no: number) =>
        places.find(({ deviceId }) => deviceId === roof.idOf.get(roof.serials[no - 1] ?? ''))
      expect(at(60)).toMatchObject({ row: 1, col: 1, position: 20 })
      expect(at(1)).toMatchObject({ row: 6, col: 1, position: 1 })
      expect(at(2)).toMatchObject({ row: 1, col: 3, position: 2 })
      expect(places.filter(({ row }) => row !== null)).toHaveLength(60)
    }).toPass()
  })

  test(`two phones at one station: nothing is lost, and who was there first is named (${language}, ${theme})`, async ({
    asRole,
    browser,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    const roof = await makeRoof(page, world, `T${mark}`, 12)
    await addString(page, world, roof, 1)
    const context: BrowserContext = await browser.newContext()
    await inLanguage(context, language, { theme, url: world.url })
    await signInAs(context, world, 'administrator')
    const other = await context.newPage()
    await page.goto(config(world, roof))
    await other.goto(config(world, roof))
    const choose = (on: Page, no: number) =>
      on.getByRole('button', { name: t('arrays.tray.choose', { sn: roof.serials[no - 1] ?? '' }) })
    const name = (no: number): RegExp => new RegExp(roof.serials[no - 1] ?? '')

    for (const phone of [page, other]) await expect(position(phone, 1, 1)).toBeVisible()
    // What one places the other sees come, without asking for it.
    await choose(page, 1).click()
    await position(page, 1, 1).click()
    await expect(position(other, 1, 1)).toHaveAccessibleName(name(1))
    await expect(other.getByText(t('arrays.saving.others', { count: 1 }))).toBeVisible()

    // One is without a network: its changes wait and are kept over a reload.
    await page.route('**/api/stations/*/assign', (route) => route.abort())
    await choose(page, 2).click()
    await position(page, 1, 2).click()
    await expect(position(page, 1, 2)).toHaveAccessibleName(name(2))
    await choose(page, 3).click()
    await position(page, 1, 3).click()
    await expect(page.getByText(t('arrays.saving.waiting', { count: 2 }))).toBeVisible()
    await page.reload()
    await expect(position(page, 1, 3)).toHaveAccessibleName(name(3))
    await expectSound(page)
    // Meanwhile the other fills one of the two positions.
    await choose(other, 4).click()
    await position(other, 1, 2).click()
    await expect(async () => {
      const { places } = await arrayOf(other, world, roof.stationId)
      expect(places.find(({ position: at }) => at === 2)?.deviceId).toBe(roof.idOf.get(roof.serials[3] ?? ''))
    }).toPass()
    await page.unroute('**/api/stations/*/assign')
    const resolve = page.getByRole('button', { name: new RegExp(t('arrays.saving.resolve')) })
    await expect(resolve).toBeVisible()
    await expect(position(page, 1, 3)).toHaveAccessibleName(name(3))
    await expect(position(page, 1, 2)).toHaveAccessibleName(name(4))
    await resolve.click()
    const sheet = page.getByRole('dialog', { name: t('arrays.clash.title') })
    await expect(sheet.getByRole('heading', { name: roof.serials[1] ?? '' })).toBeVisible()
    const session = (await (await other.request.get(`${world.url}/api/session`)).json()) as {
      person: { name: string }
    }
    await expect(sheet.getByText(new RegExp(session.person.name))).toBeVisible()
    await expectSound(page)
    await sheet.getByRole('button', { name: t('arrays.clash.take') }).click()
    await expect(position(other, 1, 2)).toHaveAccessibleName(name(2))
    await expect(choose(other, 4)).toBeVisible()
    await expect(async () => {
      const { places } = await arrayOf(page, world, roof.stationId)
      const wired = places.filter(({ stringId }) => stringId !== null)
      expect(wired.map(({ position: at }) => at).sort()).toEqual([1, 2, 3])
    }).toPass()
    await context.close()
  })

  test(`a string: 0 W is refused with the rule, the draft is kept, deleting asks what (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    const roof = await makeRoof(page, world, `S${mark}`, 3)
    await page.goto(`${world.url}/h5/group-device-list?stationId=${roof.stationId}`)
    await expectSound(page)
    await page.getByRole('link', { name: t('arrays.list.add') }).click()
    const capacity = page.getByRole('textbox', { name: t('arrays.form.capacity') })
    await expect(page.getByRole('textbox', { name: t('arrays.form.no'), exact: true })).toHaveValue('1')
    await capacity.fill('0')
    await expect(page.getByText(errors.string_capacity[language])).toBeVisible()
    await expectSound(page)
    await page.getByRole('button', { name: t('arrays.form.save') }).click()
    await expect(capacity).toBeFocused()
    await capacity.fill('0.001')
    await expect(page.getByText(errors.string_capacity[language])).toBeVisible()
    await capacity.fill('0.01')
    await expect(page.getByText(errors.string_capacity[language])).toBeHidden()
    await page.getByText(t('arrays.form.members'), { exact: true }).click()
    const sheet = page.getByRole('dialog', { name: t('arrays.form.choose') })
    for (const sn of roof.serials.slice(0, 2)) {
      // The row, not the hidden box in it: that one is waited for until the sheet has risen.
      await sheet.locator('label').filter({ hasText: sn }).click()
      await expect(sheet.getByRole('checkbox', { name: new RegExp(sn) })).toBeChecked()
    }
    await expectSound(page)
    await sheet.getByRole('button', { name: t('ui.done') }).click()
    // A reload in the very moment would come before the phone has written anything.
    await expect.poll(() => page.evaluate<string>(keptDrafts)).toContain(roof.idOf.get(roof.serials[1] ?? ''))
    await page.reload()
    await expect(page.getByText(t('arrays.form.draft'))).toBeVisible()
    await expect(capacity).toHaveValue('0.01')
    await page.getByRole('button', { name: t('arrays.form.save') }).click()
    await expect(page.getByText(t('arrays.form.created'), { exact: true })).toBeVisible()
    await expect(page.getByText(t('kinds.optimizer.count', { count: 2 }))).toBeVisible()
    await expect(async () => {
      const { places } = await arrayOf(page, world, roof.stationId)
      expect(places.filter(({ stringId }) => stringId !== null)).toHaveLength(2)
    }).toPass()

    await page.getByRole('button', { name: t('arrays.list.select'), exact: true }).click()
    const remove = page.getByRole('button', { name: t('arrays.list.delete'), exact: true })
    await remove.click()
    await expect(page.getByText(errors.nothing_selected[language])).toBeVisible()
    await expectSound(page)
    await page.getByRole('checkbox', { name: t('arrays.list.choose', { no: '1' }) }).check({ force: true })
    await expect(page.getByText(errors.nothing_selected[language])).toBeHidden()
    await page.getByRole('button', { name: t('arrays.list.deleteCount', { count: '1' }) }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByText(t('arrays.list.deleteText', { count: 2 }))).toBeVisible()
    await expectSound(page)
    await dialog.getByRole('button', { name: t('arrays.list.delete'), exact: true }).click()
    await expect(page.getByText(t('arrays.list.none'))).toBeVisible()
    const refused = await page.request.post(`${world.url}/api/stations/${roof.stationId}/strings/delete`, {
      data: { ids: [] },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    expect(refused.status()).toBe(400)
    expect(await refused.json()).toMatchObject({ error: { code: 'nothing_selected' } })
  })
}
