// A screen on a wall: its link opens it once and for long, and it can do nothing.
import { settled } from './screens.ts'
import { wordsIn } from './words.ts'
import { expect, expectSound, inLanguage, test } from './world.ts'

const t = wordsIn('en')
const wide = { viewport: { width: 1920, height: 1080 }, isMobile: false, hasTouch: false } as const

test('Z20: a manager makes a link, a screen opens it, can do nothing, and goes dark when it is revoked', async ({
  asRole,
  world,
  browser,
}) => {
  const page = await asRole('installer', 'en')
  await page.goto(`${world.url}/h5/mine-page`)
  await page.getByRole('button', { name: t('mine.walls') }).click()
  await page.getByRole('button', { name: t('walls.make') }).click()
  await page.getByRole('textbox', { name: t('walls.name') }).fill('Control room')
  await page.getByRole('button', { name: t('walls.create') }).click()
  await expect(page.getByRole('img', { name: t('walls.qr') })).toBeVisible()
  await settled(page)
  await expectSound(page)
  const address = (await page.getByText(/#look=/).textContent()) ?? ''
  const link = /https?:\S+#look=[\w-]{43}/.exec(address)?.[0] ?? ''

  const context = await browser.newContext(wide)
  try {
    await inLanguage(context, 'en')
    const wall = await context.newPage()
    const sent: string[] = []
    const token = link.split('=').at(-1) ?? '-'
    wall.on('request', (asked) => {
      if (asked.url().includes(token) || JSON.stringify(asked.headers()).includes(token))
        sent.push(asked.url())
    })
    await wall.goto(link)
    await expect(wall.getByRole('heading', { level: 1, name: 'Control room' })).toBeVisible()
    await expect(wall.getByRole('heading', { level: 2, name: t('board.troubles') })).toBeVisible()
    await settled(wall)
    await expectSound(wall)
    expect(new URL(wall.url()).hash).toBe('')
    expect(sent).toEqual([])
    await expect(wall.getByRole('link')).toHaveCount(0)
    await expect(wall.getByRole('navigation')).toHaveCount(0)
    // The same browser may do nothing, wherever it goes.
    const made = await context.request.post(`${world.url}/api/station-groups`, {
      data: { id: crypto.randomUUID(), name: 'x', stationIds: [] },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    expect(made.status()).toBe(403)
    expect((await context.request.get(`${world.url}/api/stations`)).status()).toBe(403)
    await wall.goto(`${world.url}/h5/mine-page`)
    await expect(wall).toHaveURL(/home\?wall=1$/)
    await expect(wall.getByRole('heading', { level: 1, name: 'Control room' })).toBeVisible()

    await page.getByRole('button', { name: t('walls.done') }).click()
    await page.getByRole('button', { name: t('walls.revokeThis', { name: 'Control room' }) }).click()
    await page
      .getByRole('button', { name: t('walls.revoke'), exact: true })
      .last()
      .click()
    await expect(page.getByText(t('walls.none'))).toBeVisible()
    await expect(wall.getByRole('heading', { name: t('wall.out') })).toBeVisible()
    await expect(wall.getByRole('heading', { name: t('board.troubles') })).toHaveCount(0)
    await wall.goto(link)
    await expect(wall.getByRole('heading', { name: t('wall.wrong') })).toBeVisible()
  } finally {
    await context.close()
  }
})
