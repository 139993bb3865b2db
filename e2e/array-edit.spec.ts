import type { BrowserContext, Page } from '@playwright/test'
import { addString, arrayOf, makeRoof, write } from './array-site.ts'
import { around, longFlowIn, markOf, wordsIn } from './words.ts'
import { expect, expectSound, inLanguage, type Language, signInAs, test } from './world.ts'
import type { World } from './world-process.ts'

/** Somebody else with another phone. */
const otherPhone = async (
  context: BrowserContext,
  world: World,
  language: Language,
  theme: 'light' | 'dark',
): Promise<Page> => {
  await inLanguage(context, language, { theme, url: world.url })
  await signInAs(context, world, 'administrator')
  return context.newPage()
}

type Point = readonly [x: number, y: number]
/** The buttons over the lower edge of the heat map. */
const buttonsPx = 52
const middleOf = (box: { x: number; y: number; width: number; height: number } | null): Point => {
  if (!box) throw new Error('nothing to touch')
  return [box.x + box.width / 2, box.y + box.height / 2]
}

for (const { language, theme } of longFlowIn('zh_CN')) {
  const t = wordsIn(language)
  const mark = markOf({ language, theme })
  const saved = (page: Page) => page.getByText(t('arrays.form.saved'), { exact: true })
  const note = (page: Page) => page.getByRole('alert').filter({ hasText: t('arrays.theirs.again') })

  test(`O2: two phones change one string: both versions are shown, what was typed is kept, nothing is overwritten unseen (${language}, ${theme})`, async ({
    asRole,
    browser,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    const roof = await makeRoof(page, world, `O${mark}`, 2)
    const stringId = await addString(page, world, roof, 1)
    const context = await browser.newContext()
    const other = await otherPhone(context, world, language, theme)
    const form = `${world.url}/h5/add-group-device?stationId=${roof.stationId}&stringId=${stringId}`
    const name = (on: Page) => on.getByRole('textbox', { name: t('arrays.form.name') })
    const capacity = (on: Page) => on.getByRole('textbox', { name: t('arrays.form.capacity') })
    const save = (on: Page) => on.getByRole('button', { name: t('arrays.form.save'), exact: true })
    const stringNow = async () =>
      (await arrayOf(page, world, roof.stationId)).strings.find(({ id }) => id === stringId)
    for (const phone of [page, other]) await phone.goto(form)
    await name(page).fill('East row')
    await capacity(other).fill('8800')
    await save(other).click()
    await expect(saved(other)).toBeVisible()

    await save(page).click()
    await expect(note(page)).toContainText(
      around(t('arrays.theirs.changedBy', { by: 'ARGUMENT', age: 'ARGUMENT' })),
    )
    await expect(note(page).getByRole('row').filter({ hasText: '8,800 W' })).toContainText('9,000 W')
    await expect(note(page).getByRole('row').filter({ hasText: 'East row' })).toBeVisible()
    await expectSound(page)
    // Nothing has been written, and what was typed is still there, also when the page is opened anew.
    expect(await stringNow()).toMatchObject({ name: '', capacityW: 8800 })
    await expect(name(page)).toHaveValue('East row')
    await page.reload()
    await expect(name(page)).toHaveValue('East row')
    await save(page).click()
    await expect(saved(page)).toBeVisible()
    expect(await stringNow()).toMatchObject({ name: 'East row', capacityW: 9000 })

    // The other way round: theirs is taken, and saving changes nothing of it.
    for (const phone of [page, other]) await phone.goto(form)
    await name(page).fill('North row')
    await name(other).fill('West row')
    await save(other).click()
    await expect(saved(other)).toBeVisible()
    await save(page).click()
    await note(page)
      .getByRole('button', { name: t('arrays.theirs.take') })
      .click()
    await expect(note(page)).toBeHidden()
    await expect(name(page)).toHaveValue('West row')
    await save(page).click()
    await expect(saved(page)).toBeVisible()
    expect(await stringNow()).toMatchObject({ name: 'West row', capacityW: 9000 })
    await context.close()
  })

  test(`O2: two phones change one area of the roof (${language}, ${theme})`, async ({
    asRole,
    browser,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    const roof = await makeRoof(page, world, `A${mark}`, 1)
    const area = {
      name: 'South',
      rows: 3,
      cols: 8,
      portrait: true,
      tiltDeg: null,
      azimuthDeg: null,
      x: 0,
      y: 0,
    }
    const id = crypto.randomUUID()
    await write(page, world, `/api/stations/${roof.stationId}/areas`, { id, ...area })
    const context = await browser.newContext()
    const other = await otherPhone(context, world, language, theme)
    const sheet = (on: Page) => on.getByRole('dialog', { name: t('arrays.area.edit') })
    const save = async (on: Page): Promise<void> =>
      sheet(on)
        .getByRole('button', { name: t('arrays.area.save'), exact: true })
        .click()
    for (const phone of [page, other]) {
      await phone.goto(`${world.url}/h5/generate-power-device-config?stationId=${roof.stationId}`)
      await phone.getByText(t('arrays.layout'), { exact: true }).click()
      await phone
        .getByRole('button', { name: t('arrays.area.edit'), exact: true })
        .first()
        .click()
      await expect(sheet(phone)).toBeVisible()
    }
    await sheet(page).getByLabel(t('arrays.area.rows'), { exact: true }).fill('5')
    await sheet(other).getByLabel(t('arrays.area.cols'), { exact: true }).fill('12')
    await save(other)
    await expect(sheet(other)).toBeHidden()
    await save(page)
    await expect(
      note(page)
        .getByRole('row')
        .filter({ hasText: t('arrays.area.cols') }),
    ).toContainText('12')
    await expectSound(page)
    await expect(sheet(page).getByLabel(t('arrays.area.rows'), { exact: true })).toHaveValue('5')
    const now = async () => (await arrayOf(page, world, roof.stationId)).areas.find((one) => one.id === id)
    expect(await now()).toMatchObject({ rows: 3, cols: 12 })
    await save(page)
    await expect(sheet(page)).toBeHidden()
    expect(await now()).toMatchObject({ rows: 5, cols: 8 })
    await context.close()
  })

  test(`fingers pinch and drag the layout and the heat map, and drag a module (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    const fingers = await page.context().newCDPSession(page)
    const touch = async (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...points: readonly Point[]
    ): Promise<void> => {
      const touchPoints = points.map(([x, y], id) => ({ x, y, id }))
      await fingers.send('Input.dispatchTouchEvent', { type, touchPoints })
    }
    const drag = async ([x, y]: Point, dx: number, dy: number): Promise<void> => {
      await touch('touchStart', [x, y])
      for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', [x + dx * part, y + dy * part])
      await touch('touchEnd')
    }
    /** Makes everything as many times as large. */
    const times = 3
    const spread = async ([x, y]: Point): Promise<void> => {
      await touch('touchStart', [x - 20, y], [x + 20, y])
      for (const by of [30, 45, 20 * times]) await touch('touchMove', [x - by, y], [x + by, y])
      await touch('touchEnd')
    }
    await test.step('the layout', async () => {
      const roof = await makeRoof(page, world, `F${mark}`, 12)
      const areaId = crypto.randomUUID()
      const area = { name: 'Roof', rows: 6, cols: 12, portrait: true, tiltDeg: null, azimuthDeg: null }
      await write(page, world, `/api/stations/${roof.stationId}/areas`, { id: areaId, ...area, x: 0, y: 0 })
      await write(page, world, `/api/stations/${roof.stationId}/assign`, {
        changes: [...roof.idOf.values()].map((deviceId, no) => ({
          deviceId,
          stringId: null,
          position: null,
          areaId,
          row: 3,
          col: no + 1,
          modules: 1,
          moduleW: null,
        })),
      })
      await page.goto(`${world.url}/h5/generate-power-device-config?stationId=${roof.stationId}`)
      await page.getByText(t('arrays.layout'), { exact: true }).click()
      const stage = page.getByRole('application')
      await expect(stage.locator('[data-sn]')).toHaveCount(12)
      await stage.scrollIntoViewIfNeeded()
      const scale = async (): Promise<number> => Number(await stage.getAttribute('data-scale'))
      const at = middleOf(await stage.boundingBox())
      const whole = await scale()
      await spread(at)
      await expect.poll(scale).toBeGreaterThan(whole * 2)
      const cell = stage.locator(`[data-sn="${roof.serials[5] ?? ''}"]`)
      const before = middleOf(await cell.boundingBox())
      await drag(at, 40, 30)
      // It is moved with the next picture.
      const moved = async (): Promise<number[]> => {
        const now = middleOf(await cell.boundingBox())
        return [Math.round(now[0] - before[0]), Math.round(now[1] - before[1])]
      }
      await expect.poll(moved).toEqual([40, 30])
      const after = middleOf(await cell.boundingBox())
      // A module that is held for a moment is in the hand, and is let go two rows further down.
      const [x, y] = after
      const height = (await cell.boundingBox())?.height ?? 0
      await touch('touchStart', [x, y])
      await expect(stage).toHaveAttribute('data-drawn', 'drag')
      for (const rows of [1, 2]) await touch('touchMove', [x, y + rows * (height + 2)])
      await touch('touchEnd')
      await expect(cell).toHaveAttribute('data-cell', '5-6')
      expect(await scale()).toBeGreaterThan(whole * 2)
    })

    await test.step('the heat map', async () => {
      const answer = await page.request.get(`${world.url}/api/stations?search=Landshut`)
      const { stations } = (await answer.json()) as { stations: { id: string }[] }
      await page.goto(`${world.url}/h5/device-topology?stationId=${stations[0]?.id}`)
      const canvas = page.locator('canvas')
      await expect(canvas).toBeVisible()
      // The picture itself is larger and moves; this is what it is seen through.
      const pane = page.locator('[data-looks]')
      await expect(pane).toHaveAttribute('data-looks', /,/)
      /** Points are of the pane: the page under it may scroll by a little. */
      const onScreen = async ([x, y]: Point): Promise<Point> => {
        const box = await pane.boundingBox()
        return [(box?.x ?? 0) + x, (box?.y ?? 0) + y]
      }
      const { width, height } = (await pane.boundingBox()) ?? { width: 0, height: 0 }
      /** What is looked at, as the drawing tells it: how large, and where its corner lies. */
      const seen = async (): Promise<number[]> =>
        ((await pane.getAttribute('data-view')) ?? '').split(' ').map(Number)
      await expect(pane).toHaveAttribute('data-view', / /)
      const wholeView = await pane.getAttribute('data-view')
      const card = page.getByRole('region', { name: t('topology.card.title') })
      const close = card.getByRole('button', { name: t('topology.card.close') })
      const cardComes = async (): Promise<boolean> =>
        card.waitFor().then(
          () => true,
          () => false,
        )
      // Whatever is less high than the pane stays in its middle, above the buttons: fingers spread there move nothing up
      // or down. Over it, in the left half, is a module.
      const middle: Point = [width / 4, (height - buttonsPx) / 2]
      let up = 0
      for (up of [40, 50, 60, 70]) {
        await page.touchscreen.tap(...(await onScreen([middle[0], middle[1] - up])))
        if (await cardComes()) break
      }
      const left: Point = [middle[0], middle[1] - up]
      await close.click()
      await expect(card).toBeHidden()
      const right: Point = [left[0] + 60, left[1]]
      /** The module under a point of the pane. */
      const under = async (point: Point): Promise<string> => {
        // A second tap at the same place within 300 ms is a double one, which makes all larger.
        await page.waitForTimeout(400)
        await page.touchscreen.tap(...(await onScreen(point)))
        await expect(card).toBeVisible()
        const sn = (await card.getByRole('heading').innerText()).trim()
        await close.click()
        await expect(card).toBeHidden()
        return sn
      }
      const first = await under(left)
      const far = await under(right)
      expect(far).not.toBe(first)
      // What lies between the fingers stays there; beside it the modules grow.
      const [whole = 0] = await seen()
      await spread(await onScreen(middle))
      await expect.poll(async () => (await seen())[0]).toBeCloseTo(whole * times, 2)
      const high = middle[1] - up * times
      expect(await under([left[0], high])).toBe(first)
      const near = await under([right[0], high])
      expect(near).not.toBe(far)
      const [, x = 0] = await seen()
      await drag(await onScreen([right[0], high]), -60, 0)
      await expect.poll(async () => (await seen())[1]).toBeCloseTo(x - 60, 0)
      expect(await under([left[0], high])).toBe(near)
      await page.getByRole('button', { name: t('topology.map.whole') }).click()
      // The picture takes a moment to shrink.
      await expect(pane).toHaveAttribute('data-view', wholeView ?? '')
      expect(await under(right)).toBe(far)
    })
  })
}
