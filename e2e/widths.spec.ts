import type { Page } from '@playwright/test'
import { settled } from './screens.ts'
import { wordsIn } from './words.ts'
import { expect, type Language, test } from './world.ts'

/** Sizes as the page has them, px: text of 15, a title of 22, and a margin of so many units. */
const sizesOf = (page: Page): Promise<{ text: number; title: number; margin: number }> =>
  page.evaluate(`({
    text: parseFloat(getComputedStyle(document.body).fontSize),
    title: parseFloat(getComputedStyle(document.querySelector('h1')).fontSize),
    margin: parseFloat(getComputedStyle(document.querySelector('main')).paddingInlineStart),
  })`)
/** As somebody who has chosen another text size in the browser; 16 is the usual one. */
const chooseText = async (page: Page, standard: number): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } })
}

test('sizes follow the width of the phone, and text is never smaller than was chosen', async ({
  asRole,
  world,
}) => {
  const page = await asRole('owner', 'zh_CN')
  await page.goto(`${world.url}/h5/mine-page`)
  await settled(page)
  const at = async (width: number, standard: number) => {
    await page.setViewportSize({ width, height: 812 })
    await chooseText(page, standard)
    return sizesOf(page)
  }
  const usual = await at(375, 16)
  expect(usual.margin).toBeGreaterThan(0)
  // To the letter on a phone of the usual width and on larger ones.
  for (const width of [375, 430, 480]) {
    const { text, title, margin } = await at(width, 16)
    expect(text).toBeCloseTo((15 * width) / 375, 1)
    expect(title).toBeCloseTo((22 * width) / 375, 1)
    expect(margin).toBeCloseTo((usual.margin * width) / 375, 1)
  }
  // A narrow one has narrower margins, and words that can be read.
  const narrow = await at(320, 16)
  expect([narrow.text, narrow.title]).toEqual([15, 22])
  expect(narrow.margin).toBeCloseTo((usual.margin * 320) / 375, 1)
  // Twice as large is twice as large on a narrow phone and on a usual one, and no less on a large one.
  expect((await at(320, 32)).text).toBe(30)
  expect((await at(375, 32)).text).toBe(30)
  expect((await at(430, 32)).text).toBeCloseTo(30 + (15 * 55) / 375, 1)
  // On its side, and on a desk, it is what was chosen.
  expect((await at(812, 16)).text).toBe(15)
  expect((await at(1280, 20)).text).toBeCloseTo(18.75, 2)
})

/** Buttons and titles whose words do not fit into them. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('button, h1, h2, h3, a')]
    .filter((one) => one.checkVisibility() && one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 2
      && getComputedStyle(one).overflowX !== 'visible' && getComputedStyle(one).textOverflow !== 'ellipsis')
    .map((one) => one.textContent)`)

const looked: [width: number, language: Language][] = [
  [320, 'en'],
  [430, 'zh_CN'],
]

for (const [width, language] of looked)
  test(`pages are whole at ${width} px (${language})`, async ({ asRole, world }) => {
    const page = await asRole('installer', language)
    await page.setViewportSize({ width, height: 812 })
    const answer = await page.request.get(`${world.url}/api/stations?search=Landshut`)
    const { stations } = (await answer.json()) as { stations: { id: string }[] }
    const station = `stationId=${stations[0]?.id}`
    const list = await page.request.get(`${world.url}/api/stations/${stations[0]?.id}/devices?kind=inverter`)
    const { devices } = (await list.json()) as { devices: { id: string }[] }
    const paths = [
      'home',
      'station-list',
      `station-detail?${station}`,
      `station-detail?${station}&tab=devices`,
      `create-or-edit-station?${station}`,
      `inverter-detail?deviceId=${devices[0]?.id}`,
      `device-topology?${station}&deviceId=${devices[0]?.id}`,
      `remote-control?${station}`,
      'om-page',
      'service-page',
      'mine-page',
    ]
    for (const path of paths)
      await test.step(path, async () => {
        await page.goto(`${world.url}/h5/${path}`)
        await settled(page)
        await expect(page.getByLabel(wordsIn(language)('ui.loading'), { exact: true })).toHaveCount(0)
        // Nothing reaches beyond the phone, and nothing hides what is cut off.
        const widths = await page.evaluate<[number, number]>(
          '[document.documentElement.scrollWidth, window.innerWidth]',
        )
        expect(widths).toEqual([width, width])
        expect(await cutOff(page)).toEqual([])
      })
  })
