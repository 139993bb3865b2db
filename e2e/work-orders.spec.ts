import type { Locator, Page } from '@playwright/test'
import { alarms as alarmsEn } from '#web/app/phrases/en/alarms.ts'
import { order as orderEn } from '#web/app/phrases/en/order.ts'
import { orders as ordersEn } from '#web/app/phrases/en/orders.ts'
import { checklists } from '#domain/work-orders/checklists.ts'
import { photo as photoEn } from '#web/app/phrases/en/photo.ts'
import { troubles as troublesEn } from '#web/app/phrases/en/troubles.ts'
import { alarms as alarmsZh } from '#web/app/phrases/zh_CN/alarms.ts'
import { order as orderZh } from '#web/app/phrases/zh_CN/order.ts'
import { orders as ordersZh } from '#web/app/phrases/zh_CN/orders.ts'
import { photo as photoZh } from '#web/app/phrases/zh_CN/photo.ts'
import { troubles as troublesZh } from '#web/app/phrases/zh_CN/troubles.ts'
import { behind } from './hand-gateway.ts'
import { openOrder } from './order-by-hand.ts'
import { connectStation, makeStation } from './screens.ts'
import { photoOf } from './pictures.ts'
import { longFlowIn, wordsIn } from './words.ts'
import { expect, expectSound, inLanguage, signInAs, test, type Language } from './world.ts'
import type { World } from './world-process.ts'

test.use({ worldName: 'work-orders' })

const wordsOf = (language: Language) =>
  language === 'en'
    ? { ...alarmsEn, ...orderEn, ...ordersEn, ...photoEn, ...troublesEn }
    : { ...alarmsZh, ...orderZh, ...ordersZh, ...photoZh, ...troublesZh }

/** A code that belongs to an optimizer, which may become an order. */
const code = '2081'

const shots = process.env['E2E_SHOTS']
const shoot = async (page: Page, name: string): Promise<void> => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
}

/** As a phone takes it: larger than what is sent. */
const largePhoto = (colour: string) => photoOf(colour, [2400, 1800])

/** The page does not come again: what appears on it came by itself. */
const stays = async (page: Page): Promise<() => Promise<void>> => {
  await page.evaluate('window.notReloaded = true')
  return async () => expect(await page.evaluate('window.notReloaded')).toBe(true)
}

/** Where an order stands, at the head of its page. */
const stands = async (page: Page, status: string): Promise<void> =>
  expect(page.getByText(status, { exact: true }).first()).toBeVisible()

const sign = async (page: Page, canvas: Locator): Promise<void> => {
  // Clear of the button that stays in reach below.
  await canvas.evaluate((one) =>
    (one as unknown as { scrollIntoView: (to: { block: string }) => void }).scrollIntoView({
      block: 'center',
    }),
  )
  const box = await canvas.boundingBox()
  if (!box) throw new Error('nothing to sign on')
  const at = (x: number, y: number): [number, number] => [box.x + box.width * x, box.y + box.height * y]
  await page.mouse.move(...at(0.2, 0.6))
  await page.mouse.down()
  for (const [x, y] of [
    [0.35, 0.3],
    [0.45, 0.7],
    [0.6, 0.35],
    [0.8, 0.6],
  ] as const)
    await page.mouse.move(...at(x, y), { steps: 4 })
  await page.mouse.up()
}

/** Fills in the report of an order of alarms and sends it. */
const report = async (page: Page, t: ReturnType<typeof wordsOf>, text: string): Promise<void> => {
  await page.getByRole('button', { name: t.order.act.complete }).click()
  const sheet = page.getByRole('dialog', { name: t.order.act.complete })
  await sheet.getByLabel(t.order.reportText).fill(text)
  const labels = await sheet.locator('[role=radiogroup]').all()
  for (const group of labels) await group.locator('label').first().click()
  const inputs = sheet.locator('input[type=file]')
  // The photo of the checklist stands before the pictures and documents of the report.
  await inputs.first().setInputFiles(await largePhoto('gray'))
  await sheet
    .locator(`input[type=file][aria-label="${t.order.otherImages}"]`)
    .setInputFiles([await largePhoto('navy'), await largePhoto('teal')])
  await sign(page, sheet.getByRole('img', { name: t.photo.signHere }))
  await expect(sheet.getByRole('button', { name: t.photo.clearSignature })).toBeVisible()
  // What goes up has a bar of its own; another one says how much of the report is filled in.
  await expect(sheet.getByRole('progressbar', { name: t.photo.sending })).toHaveCount(0)
  await sheet.getByRole('button', { name: t.order.submit }).click()
  await expect(sheet).toBeHidden()
}

/** What a toast says. */
const said = async (page: Page, text: string): Promise<void> =>
  expect(page.locator('output[popover]').getByText(text, { exact: true })).toBeVisible()

const dispatch = async (page: Page, t: ReturnType<typeof wordsOf>, name: string): Promise<void> => {
  await page.getByRole('button', { name: t.order.act.dispatch, exact: true }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText(name, { exact: false }).first().click()
  await sheet.getByRole('button', { name: t.order.act.dispatch, exact: true }).click()
  await said(page, t.order.done.dispatch)
}

/** Each card of an order's page is called something else. */
const cardsDiffer = async (page: Page): Promise<void> => {
  const all = await page.locator('main h2').allTextContents()
  expect(all).toEqual([...new Set(all)])
}

/** What a list and a countdown say is left, in minutes: `1 h 59 min` and `1:59:07`. */
const minutesOf = (text: string): number => {
  const [hours = 0, minutes = 0] = (text.match(/\d+/g) ?? []).map(Number)
  return hours * 60 + minutes
}

const meOn = async (page: Page, world: World): Promise<string> => {
  const answer = await page.request.get(`${world.url}/api/session`)
  return ((await answer.json()) as { person: { name: string } }).person.name
}

const alarmAt = async (page: Page, world: World, name: string) => {
  const station = await makeStation(page, world, name, { letters: 'WO' })
  const { line, place } = await connectStation(page, world, station)
  await line.report()
  return {
    ...station,
    line,
    place,
    optimizer: behind(station.sn).optimizer,
    inverter: behind(station.sn).inverter,
  }
}

for (const { language, theme } of longFlowIn('en')) {
  const t = wordsOf(language)
  const status = t.orders.status

  test(`from an alarm to proof that it is mended, each step on a second phone (${language}, ${theme})`, async ({
    asRole,
    browser,
    world,
  }) => {
    const boss = await asRole('installer', language, theme)
    const other = await browser.newContext({
      viewport: { width: 375, height: 812 },
      isMobile: true,
      hasTouch: true,
      locale: 'zh-CN',
      timezoneId: 'America/Lima',
    })
    await inLanguage(other, language, { theme, url: world.url })
    await signInAs(other, world, 'maintainer')
    const hand = await other.newPage()
    const handler = await meOn(hand, world)
    const { line, sn, optimizer, stationId } = await alarmAt(
      boss,
      world,
      language === 'en' ? 'Barn-roof' : '谷仓屋顶',
    )

    await boss.goto(`${world.url}/h5/om-page?search=${optimizer}`)
    await expect(boss.getByText(t.troubles.noneFound)).toBeVisible()
    const bossStays = await stays(boss)
    await hand.goto(`${world.url}/h5/my-work-order?list=accept`)
    await expect(hand.getByText(t.orders.noneMine.accept)).toBeVisible()
    const handStays = await stays(hand)
    await expectSound(hand)

    // Raised over MQTT, it appears on the open phone and becomes an order.
    await line.raise(optimizer, code, '1')
    await line.raise(optimizer, code, '2')
    const list = boss.getByRole('list', { name: t.alarms.title })
    await expect(list.getByRole('link')).toHaveCount(1)
    await boss.getByRole('button', { name: t.alarms.select, exact: true }).click()
    await list.getByRole('checkbox').check()
    await shoot(boss, `om-select-${language}`)
    await boss.getByRole('button', { name: t.alarms.makeOrder }).click()
    await expect(boss.getByRole('heading', { name: t.order.add.from })).toBeVisible()
    await boss.getByLabel(t.order.add.description).fill('Check the connector')
    await expectSound(boss)
    await shoot(boss, `add-${language}`)
    await boss.getByRole('button', { name: t.order.add.submit, exact: true }).click()
    await said(boss, t.order.done.created)
    await stands(boss, status.dispatching)
    await expectSound(boss)
    await shoot(boss, `detail-dispatching-${language}`)

    // Dispatched: it appears on the second phone, which rejects it, and says why.
    await dispatch(boss, t, handler)
    await stands(boss, status.receiving)
    const mine = hand.getByRole('list', { name: t.orders.list.accept }).getByRole('link')
    await expect(mine).toHaveCount(1)
    await shoot(hand, `my-${language}`)
    await mine.click()
    await hand.getByRole('button', { name: t.order.act.reject, exact: true }).click()
    const sheet = hand.getByRole('dialog')
    await sheet.getByRole('button', { name: t.order.act.reject, exact: true }).click()
    await expect(sheet.getByText(t.order.required)).toBeVisible()
    await sheet.getByLabel(t.order.reason).fill('On leave until noon')
    await shoot(hand, `reject-${language}`)
    await sheet.getByRole('button', { name: t.order.act.reject, exact: true }).click()
    await said(hand, t.order.done.other)
    await stands(boss, status.dispatching)
    await expect(boss.getByText('On leave until noon')).toBeVisible()

    // Dispatched again, accepted, started: the countdown runs on both.
    await dispatch(boss, t, handler)
    await hand.getByRole('button', { name: t.order.act.accept, exact: true }).click()
    await stands(boss, status.pending)
    await hand.getByRole('button', { name: t.order.act.start, exact: true }).click()
    await expect(hand.getByRole('timer')).toBeVisible()
    await expect(boss.getByRole('timer')).toBeVisible()
    await stands(boss, status.in_progress)
    await shoot(hand, `detail-in-progress-${language}`)
    await expectSound(hand)
    await cardsDiffer(hand)

    // There: said with one press on the first screen, and then who is there stands on the page.
    const presence = wordsIn(language)
    await hand.getByRole('button', { name: presence('presence.checkIn'), exact: true }).click()
    await expect(hand.getByText(presence('presence.you'), { exact: true })).toBeVisible()
    await expect(hand.getByRole('button', { name: presence('presence.isIn'), exact: true })).toBeVisible()
    await cardsDiffer(hand)

    // Said by one, with a picture, it stands on the other phone; ticked in place it is in the report.
    await boss.getByRole('button', { name: t.order.comment, exact: true }).click()
    const says = boss.getByRole('dialog', { name: t.order.comment })
    await says.getByLabel(t.order.commentText).fill('The key is with the neighbour')
    await says.locator('input[type=file]').setInputFiles(await largePhoto('purple'))
    await expect(says.locator('progress')).toHaveCount(0)
    await expectSound(boss)
    await says.getByRole('button', { name: t.order.commentSend }).click()
    await expect(says).toBeHidden()
    const comments = hand.getByRole('list', { name: t.order.comments })
    await expect(comments.getByText('The key is with the neighbour')).toBeVisible()
    await expect(comments.getByRole('img')).toHaveCount(1)
    const first = checklists.alarm[0]
    if (first?.kind !== 'choice') throw new Error('the first line is no choice')
    await hand.getByRole('button', { name: first.label[language] }).click()
    // With the choice the line closes again.
    const choices = hand.getByRole('radiogroup', { name: first.label[language], exact: true })
    await choices.locator('label').first().click()
    await expect(choices).toBeHidden()
    await expect(
      hand.getByText(
        t.order.checklistDone.replace('{done}', '1').replace(/\{all\}/, String(checklists.alarm.length)),
      ),
    ).toBeVisible()
    await hand.getByRole('button', { name: t.order.act.complete }).click()
    await expect(
      hand
        .getByRole('dialog')
        .getByRole('radio', { name: first.choices[0]?.label[language] ?? '', exact: true })
        .first(),
    ).toBeChecked()
    await hand.keyboard.press('Escape')

    // One deadline: what the list says is left is what runs down on the page.
    const lists = await other.newPage()
    await lists.goto(`${world.url}/h5/my-work-order?list=do`)
    const left = lists
      .getByRole('list', { name: t.orders.list.do })
      .getByText(new RegExp(t.orders.dueIn.replace('{time}', '\\d+ h.*')))
    await expect(async () => {
      const [listed, counted] = [await left.textContent(), await hand.getByRole('timer').textContent()]
      expect(Math.abs(minutesOf(listed ?? '') - minutesOf(counted ?? ''))).toBeLessThanOrEqual(1)
    }).toPass()
    await lists.close()

    // Completed with two photos and a signature, failed in review, taken up again by the same person.
    await report(hand, t, 'Connector cleaned')
    await stands(boss, status.audit)
    await expect(boss.getByText('Connector cleaned').first()).toBeVisible()
    // The report has checked out with it.
    await expect(hand.getByRole('button', { name: presence('presence.checkOut'), exact: true })).toBeHidden()
    const checkIns = async (): Promise<number> => {
      const answer = await hand.request.get(`${world.url}/api/stations/${stationId}/check-ins`)
      return ((await answer.json()) as { total: number }).total
    }
    expect(await checkIns()).toBe(0)
    await shoot(boss, `detail-audit-${language}`)
    await boss.getByRole('button', { name: t.order.act.review_failed, exact: true }).click()
    const review = boss.getByRole('dialog')
    await review.getByLabel(t.order.optionalRemark).fill('The second connector too')
    await shoot(boss, `review-failed-${language}`)
    await review.getByRole('button', { name: t.order.act.review_failed, exact: true }).click()
    await said(boss, t.order.done.audit)
    await stands(hand, status.in_progress)
    await expect(hand.getByText('The second connector too')).toBeVisible()

    await hand.getByRole('button', { name: presence('presence.checkIn'), exact: true }).click()
    await expect(hand.getByText(presence('presence.you'), { exact: true })).toBeVisible()

    // All of the report is still there: it is sent again as it is, but for a text that is signed anew.
    await hand.getByRole('button', { name: t.order.act.complete }).click()
    const kept = hand.getByRole('dialog', { name: t.order.act.complete })
    await expect(kept.getByLabel(t.order.reportText)).toHaveValue('Connector cleaned')
    const pictures = kept.getByRole('group', { name: new RegExp(`^${t.order.otherImages}`) })
    await expect(pictures.locator('img')).toHaveCount(2)
    await expect(kept.getByRole('img', { name: t.photo.signed })).toBeVisible()
    await shoot(hand, `report-kept-${language}`)
    await kept.getByLabel(t.order.reportText).fill('Both connectors cleaned')
    await expect(kept.getByText(t.order.signAgain)).toBeVisible()
    await shoot(hand, `report-sign-again-${language}`)
    await kept.getByRole('button', { name: t.order.submit }).click()
    const unsigned = checklists.alarm.find(({ kind }) => kind === 'signature')?.label[language] ?? ''
    const lacks = kept.getByText(wordsIn(language)('order.reportMissing', { names: unsigned, more: 0 }), {
      exact: true,
    })
    await expect(lacks).toBeInViewport()
    await expect(kept.getByRole('button', { name: t.order.submit })).toBeInViewport({ ratio: 1 })
    await kept.getByLabel(t.order.reportText).fill('Connector cleaned')
    await expect(kept.getByText(t.order.signAgain)).toBeHidden()
    await expect(lacks).toBeHidden()
    await kept.getByText(t.order.checkOutToo, { exact: true }).click()
    await kept.getByRole('button', { name: t.order.submit }).click()
    await expect(kept).toBeHidden()
    await stands(boss, status.audit)
    // Who stays is let out by the order.
    expect(await checkIns()).toBe(1)
    await hand.getByRole('button', { name: presence('presence.checkOut'), exact: true }).click()
    await said(hand, presence('presence.doneOut'))
    expect(await checkIns()).toBe(0)
    await expect(boss.getByText(t.order.report, { exact: true }).first()).toBeVisible()

    // Withdrawn and sent once more it needs nothing but the button.
    await hand.getByRole('button', { name: t.order.act.withdraw_review }).click()
    await hand.getByRole('alertdialog').getByRole('button', { name: t.order.act.withdraw_review }).click()
    await stands(hand, status.in_progress)
    await stands(boss, status.in_progress)
    await hand.getByRole('button', { name: t.order.act.complete }).click()
    await expect(kept.getByLabel(t.order.reportText)).toHaveValue('Connector cleaned')
    await expect(pictures.locator('img')).toHaveCount(2)
    await expect(kept.getByRole('img', { name: t.photo.signed })).toBeVisible()
    await kept.getByRole('button', { name: t.order.submit }).click()
    await expect(kept).toBeHidden()
    await stands(boss, status.audit)
    await boss.getByRole('button', { name: t.order.act.review_passed, exact: true }).click()
    await boss
      .getByRole('dialog')
      .getByRole('button', { name: t.order.act.review_passed, exact: true })
      .click()
    await stands(boss, status.completed)
    await stands(hand, status.completed)
    await bossStays()
    await handStays()
    await expectSound(boss)
    await shoot(boss, `detail-completed-${language}`)

    await boss.getByRole('link', { name: t.order.allFlow }).click()
    const records = boss.getByRole('list', { name: t.order.flowLabel })
    await expect(records.getByText(t.order.flow.reject, { exact: true })).toBeVisible()
    await expect(records.getByText(t.order.flow.original_handler_continues, { exact: true })).toBeVisible()
    await expect(records.getByText(t.order.flow.complete, { exact: true })).toHaveCount(3)
    await expect(records.getByText(t.order.flow.completed, { exact: true })).toBeVisible()
    await expectSound(boss)
    await shoot(boss, `flow-${language}`)

    // The alarm is closed by it, and says so.
    await boss.goto(`${world.url}/h5/om-page?search=${optimizer}&status=closed`)
    await boss.getByRole('list', { name: t.alarms.title }).getByRole('link').click()
    await expect(boss.getByText(t.alarms.closedAs.work_order_closed, { exact: true }).first()).toBeVisible()
    await expectSound(boss)
    await shoot(boss, `alarm-closed-${language}`)
    await boss.goto(`${world.url}/h5/om-page?tab=orders&state=completed&search=${sn}`)
    await expect(boss.getByRole('list', { name: t.orders.title }).getByRole('link')).toHaveCount(1)
    await expectSound(boss)
    await shoot(boss, `orders-${language}`)
    await line.close()
    await other.close()
  })
}

test('what cannot become an order says why, in the words of the specification', async ({ asRole, world }) => {
  const t = wordsOf('en')
  const page = await asRole('installer', 'en')
  const one = await alarmAt(page, world, 'North-roof')
  const two = await alarmAt(page, world, 'South-roof')
  await one.line.raise(one.optimizer, code, '1')
  await one.line.raise(one.inverter, '2062', '1')
  await two.line.raise(two.optimizer, code, '1')
  await page.goto(`${world.url}/h5/om-page?search=WO`)
  const list = page.getByRole('list', { name: t.alarms.title })
  const box = (sn: string): Locator => list.getByRole('checkbox', { name: sn })
  await expect(list.getByText(two.optimizer)).toBeVisible()
  await page.getByRole('button', { name: t.alarms.select, exact: true }).click()
  await box(one.inverter).check()
  await box(two.optimizer).click()
  await expect(page.getByText(t.alarms.oneStation)).toBeVisible()
  await page.getByRole('button', { name: t.alarms.makeOrder }).click()
  await expect(page.getByText(t.alarms.noInverter)).toBeVisible()
  await box(one.inverter).uncheck()
  await box(one.optimizer).check()
  await page.getByRole('button', { name: t.alarms.makeOrder }).click()
  await page.getByRole('button', { name: t.order.add.submit, exact: true }).click()
  await stands(page, t.orders.status.dispatching)
  await page.goto(`${world.url}/h5/om-page?search=${one.optimizer}`)
  await page.getByRole('button', { name: t.alarms.select, exact: true }).click()
  await box(one.optimizer).check()
  await page.getByRole('button', { name: t.alarms.makeOrder }).click()
  await expect(page.getByText(t.alarms.onlyUnhandled)).toBeVisible()
  await one.line.close()
  await two.line.close()
})

const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') })

test("a repair from an inverter's alarm begins with it, is named for each reader, and names every file that it does not take", async ({
  asRole,
  world,
}) => {
  const t = wordsOf('zh_CN')
  const page = await asRole('installer', 'zh_CN', 'light')
  const one = await alarmAt(page, world, '报修电站')
  await one.line.raise(one.inverter, '2062', '1', 'emergent')
  await page.goto(`${world.url}/h5/om-page?search=${one.inverter}`)
  const list = page.getByRole('list', { name: t.alarms.title })
  // The row says the code, and how often only where that is more than once; what nobody has can be given to somebody.
  await expect(list.getByText(t.alarms.codeIs.replace('{code}', '2062'), { exact: true })).toBeVisible()
  await expect(list.getByRole('button', { name: new RegExp(one.inverter) })).toHaveText(t.troubles.dispatch)
  await shoot(page, 'alarm-rows')
  await list.getByRole('link').click()
  // Whoever may dispatch gives it to somebody at once, or goes on to all fields of the order.
  await page.getByRole('button', { name: t.troubles.dispatch, exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: t.troubles.wholeOrder }).click()
  await expect(page.getByRole('heading', { name: t.order.add.about })).toBeVisible()
  await expect(page.getByText(t.order.add.notInverter)).toBeVisible()
  await expect(page.getByText(t.order.add.aboutStation.replace('{station}', '报修电站'))).toBeVisible()
  // The second of four levels is the second of four priorities.
  await expect(page.getByRole('radio', { name: t.orders.priority.high, exact: true })).toBeChecked()
  await expect(page.getByLabel(t.order.add.name)).toHaveValue(new RegExp(one.inverter))
  await expect(page.getByLabel(t.order.add.description)).toHaveValue(new RegExp(`${one.inverter}.*2062`))
  await page.getByLabel(t.order.remark).fill('带梯子')

  // A file that can never go takes no place, and what there is no room for is named.
  const files = page.locator(`input[type=file][aria-label="${t.order.files}"]`)
  await files.setInputFiles([pdf('a.pdf'), { ...pdf('setup.exe'), mimeType: 'application/octet-stream' }])
  await expect(page.getByText(/setup\.exe/)).toContainText('未添加')
  const group = page.getByRole('group', { name: new RegExp(`^${t.order.files}`) })
  await expect(group.getByRole('listitem')).toHaveCount(2)
  await files.setInputFiles(['b', 'c', 'd', 'e', 'f', 'g'].map((name) => pdf(`${name}.pdf`)))
  await expect(group.getByRole('listitem')).toHaveCount(5)
  await expect(group.getByText('f.pdf、g.pdf')).toBeVisible()
  await expect(group.locator('progress')).toHaveCount(0)
  await expectSound(page)
  await shoot(page, 'add-about')
  await page.getByRole('button', { name: t.order.add.submit, exact: true }).click()
  await said(page, t.order.done.created)
  await expect(page.getByText('带梯子')).toBeVisible()
  await cardsDiffer(page)
  const name = (await page.getByRole('heading', { level: 2 }).first().textContent()) ?? ''
  expect(name).toContain(one.inverter)

  const reader = await asRole('maintainer', 'en', 'dark')
  await reader.goto(page.url())
  await expect(reader.getByRole('heading', { level: 2 }).first()).toContainText(one.inverter)
  expect(await reader.getByRole('heading', { level: 2 }).first().textContent()).not.toBe(name)
  await shoot(reader, 'detail-reader')
  await one.line.close()
})

test('a draft survives reloading, with its pictures; a discarded order never opens again', async ({
  asRole,
  world,
}) => {
  const t = wordsOf('zh_CN')
  const page = await asRole('installer')
  const station = await makeStation(page, world, '草稿电站', { letters: 'WD' })
  await page.goto(`${world.url}/h5/add-work-order?stationId=${station.stationId}`)
  await page.getByLabel(t.order.add.description).fill('屋顶有一块组件松动')
  // Whoever leaves at once after the last letter loses nothing of it.
  await page.reload()
  await expect(page.getByLabel(t.order.add.description)).toHaveValue('屋顶有一块组件松动')
  await page
    .locator(`input[type=file][aria-label="${t.order.images}"]`)
    .setInputFiles([await largePhoto('olive'), await largePhoto('maroon')])
  await expect(page.getByRole('img', { name: /olive/ })).toBeVisible()
  await expect(page.locator('progress')).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel(t.order.add.description)).toHaveValue('屋顶有一块组件松动')
  await expect(page.getByRole('img', { name: /maroon/ })).toBeVisible()
  await shoot(page, 'add-restored')
  await page.getByRole('button', { name: t.order.add.submit, exact: true }).click()
  await said(page, t.order.done.created)
  await expect(page.getByRole('list', { name: t.order.images }).getByRole('img')).toHaveCount(2)

  await page.getByRole('button', { name: t.order.act.discarded, exact: true }).click()
  const sheet = page.getByRole('dialog')
  const act = sheet.getByRole('button', { name: t.order.act.discarded, exact: true })
  await sheet.getByLabel(t.order.reason).fill('重复')
  await sheet.getByLabel(t.order.number).fill('WO')
  await act.click()
  await expect(sheet.getByText(t.order.differs)).toBeVisible()
  const number = (await sheet.locator('b').last().textContent()) ?? ''
  await sheet.getByLabel(t.order.number).fill(number)
  await shoot(page, 'discard')
  await act.click()
  await said(page, t.order.done.cancel)
  await stands(page, t.orders.status.invalid)
  await expect(page.getByRole('button', { name: t.order.act.dispatch, exact: true })).toBeHidden()
})

for (const language of ['zh_CN', 'en'] as const satisfies Language[]) {
  test(`a repair that cannot be judged yet says until when, ${language}`, async ({
    asRole,
    browser,
    world,
  }) => {
    const t = wordsOf(language)
    const hand = await asRole('maintainer', language)
    const other = await browser.newContext()
    await signInAs(other, world, 'installer')
    const boss = await other.newPage()
    const { stationId, place, line } = await alarmAt(
      boss,
      world,
      language === 'en' ? 'Until-roof' : '复核电站',
    )
    const order = await openOrder(boss, hand, world, 'Contact replaced', {
      stationId,
      deviceId: place.shutdown,
    })
    await hand.clock.install()
    await hand.goto(`${world.url}/h5/work-order-detail?orderId=${order.id}`)
    await hand.getByRole('button', { name: t.order.act.start, exact: true }).click()
    await expect(hand.getByRole('timer')).toBeVisible()
    const card = hand
      .locator('section')
      .filter({ has: hand.getByRole('heading', { name: t.order.verify, exact: true }) })
    await expect(card).toContainText(t.order.verifyAnswer.too_early)
    // A shutdown device reports while the sun is up: the instant is that of the station, with its day unless it is today.
    const [before = '', after = ''] = t.order.verifyUntil.split('{at}')
    await expect(card).toContainText(
      new RegExp(`${before}[^。.]*\\d{1,2}:\\d{2}[^。.]*${after} ?${t.order.verifyEarlyLink}`),
    )
    await expectSound(hand)
    await shoot(hand, `until-${language}`)
    // It reports, and has proved itself: the open page says so within a minute.
    await line.report()
    await hand.clock.fastForward('01:00')
    await expect(card).toContainText(t.order.closedNow)
    await line.close()
    await other.close()
  })
}

test('O3: what was done without a network stays when the order went to somebody else meanwhile, and says so', async ({
  asRole,
  browser,
  world,
}) => {
  const t = wordsOf('zh_CN')
  const hand = await asRole('maintainer')
  const other = await browser.newContext()
  await signInAs(other, world, 'installer')
  const boss = await other.newPage()
  type Made = { order: { id: string; version: number } }
  const post = async (path: string, data: object, version?: number): Promise<Made> => {
    const headers = {
      'idempotency-key': crypto.randomUUID(),
      ...(version !== undefined && { 'if-match': `"${version}"` }),
    }
    const answer = await boss.request.post(`${world.url}${path}`, { data, headers })
    return (await answer.json()) as Made
  }
  const personOf = async (page: Page): Promise<{ id: string; name: string }> => {
    const answer = await page.request.get(`${world.url}/api/session`)
    return ((await answer.json()) as { person: { id: string; name: string } }).person
  }
  const idOf = async (page: Page): Promise<string> => (await personOf(page)).id
  const nameOf = async (page: Page): Promise<string> => (await personOf(page)).name
  const station = await makeStation(boss, world, '改派电站', { letters: 'WR' })
  const plan = { plannedStartAt: null, plannedEndAt: null, plannedMinutes: 60 }
  const made = await post('/api/orders', {
    type: 'repair',
    stationId: station.stationId,
    priority: 'high',
    description: '',
    handlerId: await idOf(hand),
    ...plan,
  })
  await hand.goto(`${world.url}/h5/work-order-detail?orderId=${made.order.id}`)
  await hand.getByRole('button', { name: t.order.act.reject, exact: true }).click()
  const sheet = hand.getByRole('dialog')
  await expect(sheet.getByLabel(t.order.reason)).toBeVisible()
  await hand.context().setOffline(true)
  await sheet.getByLabel(t.order.reason).fill('没有备件')
  await post(
    `/api/orders/${made.order.id}/actions`,
    { no: 14, handlerId: await idOf(boss) },
    made.order.version,
  )
  await sheet.getByRole('button', { name: t.order.act.reject, exact: true }).click()
  await said(hand, t.order.queued.toast)
  await expect(hand.getByText(t.order.queued.title)).toBeVisible()
  await hand.context().setOffline(false)
  // Sent by itself, refused, and kept: with what the server has, who did it, and what was typed.
  await expect(hand.getByText(t.order.queued.refused)).toBeVisible()
  await hand.getByRole('button', { name: t.order.queued.look }).click()
  const centre = hand.getByRole('dialog', { name: t.sync.title })
  const handlers = centre.locator('dl > div').filter({ hasText: t.order.handler })
  const names = [await nameOf(hand), await nameOf(boss)]
  await expect(handlers.locator('dd')).toHaveText(names.map((name) => new RegExp(`${name}$`)))
  await expect(centre.getByRole('alert')).toContainText(names[1] ?? '')
  await expect(centre.getByText('没有备件')).toBeVisible()
  await shoot(hand, 'moved-on')
  await centre.getByRole('button', { name: t.sync.discard, exact: true }).click()
  await hand.getByRole('alertdialog').getByRole('button', { name: t.sync.discarded }).click()
  await expect(centre.getByText(t.sync.none)).toBeVisible()
  await other.close()
})
