// A person marks stations for themself and lists them alone.
import { makeStation, picture } from './screens.ts'
import { expect, expectSound, test } from './world.ts'
import { longFlowIn, markOf, wordsIn } from './words.ts'

for (const { language, theme } of longFlowIn('en'))
  test(`a station is marked as a favourite, listed alone, and no longer (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const t = wordsIn(language)
    const page = await asRole('installer', language, theme)
    const name = `Marked-${markOf({ language, theme })}`
    const { stationId } = await makeStation(page, world, name)
    const star = page.getByRole('button', { name: t('stations.favourite.one'), exact: true })
    const cards = page.getByRole('heading', { level: 2 })

    await page.goto(`${world.url}/h5/station-detail?stationId=${stationId}`)
    await star.click()
    await expect(star).toHaveAttribute('aria-pressed', 'true')

    await page.goto(`${world.url}/h5/station-list`)
    const marked = page.getByRole('img', { name: t('stations.favourite.mark') })
    await expect(marked).toHaveCount(1)
    expect(await cards.count()).toBeGreaterThan(1)
    await page.getByRole('button', { name: t('stations.favourite.only'), exact: true }).click()
    await expect(page).toHaveURL(/favourite=1/)
    await expect(cards).toHaveCount(1)
    await expect(cards).toContainText(name)
    await expectSound(page)
    await picture(page, `favourites-${language}-${theme}`)

    await page.getByRole('link', { name: new RegExp(name) }).click()
    await star.click()
    await expect(star).toHaveAttribute('aria-pressed', 'false')
    await page.goto(`${world.url}/h5/station-list?favourite=1`)
    await expect(page.getByText(t('stations.noneTitle'))).toBeVisible()
  })
