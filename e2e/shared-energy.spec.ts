import { settled } from './screens.ts'
import { around, longFlowInLanguage, wordsIn } from './words.ts'
import { expect, test } from './world.ts'

for (const language of longFlowInLanguage('en'))
  test(`home says what a silence over the edge of the month may add to its sum, ${language}`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language)
    const t = wordsIn(language)
    await page.route('**/api/home', async (route) => {
      const answer = await route.fetch()
      const home = (await answer.json()) as { totals: { coverage: object } }
      const coverage = { ...home.totals.coverage, month: 0.87 }
      await route.fulfill({
        response: answer,
        json: { ...home, totals: { ...home.totals, coverage, monthSharedWh: 12_300 } },
      })
    })
    let shared = 12_300
    await page.route('**/api/coverage?period=month', async (route) => {
      const answer = await route.fetch()
      const short = (await answer.json()) as object
      expect(short).toMatchObject({ sharedWh: expect.any(Number) })
      await route.fulfill({ response: answer, json: { ...short, coverage: 0.87, sharedWh: shared } })
    })
    const open = async () => {
      await page.goto(`${world.url}/h5/home`)
      await settled(page)
      await page.getByRole('button', { name: t('ui.covered', { share: '87%' }) }).click()
      return page.getByRole('dialog', { name: t('missing.title') })
    }
    const edge = around(t('missing.edge', { energy: '12.3 kWh' }))
    await expect((await open()).getByText(edge)).toBeVisible()
    // Of no such silence nothing is said.
    shared = 0
    const whole = await open()
    await expect(whole.getByText(t('missing.how'))).toBeVisible()
    await expect(whole.getByText(around(t('missing.edge', { energy: '0 Wh' })))).toHaveCount(0)
    await expect(whole.getByText(edge)).toHaveCount(0)
  })
