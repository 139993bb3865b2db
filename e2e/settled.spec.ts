import { expect, type Page, test } from '@playwright/test'
import { settled, watchPage } from '../scripts/settled.ts'
import { settled as pageSettled } from './screens.ts'

const address = 'http://pictures.example'

/** A page under the content policy of the app, which runs no script that is put in as text. */
const openPage = async (page: Page, body: string): Promise<void> => {
  await page.route(`${address}/**`, (route) =>
    new URL(route.request().url()).pathname === '/'
      ? route.fulfill({
          contentType: 'text/html',
          headers: { 'content-security-policy': "default-src 'self'" },
          body: `<!doctype html><meta charset="utf-8"><body>${body}<script src="/script.js"></script>`,
        })
      : route.fallback(),
  )
  watchPage(page)
  await page.goto(address)
}
const script = async (page: Page, code: string): Promise<void> => {
  await page.route(`${address}/script.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: code }),
  )
}

test('a page settles when its figures stand there: not while a skeleton does, nor before the answer has come', async ({
  page,
}) => {
  const answer = Promise.withResolvers<void>()
  await page.route(`${address}/api/figures`, async (route) => {
    await answer.promise
    await route.fulfill({ body: '4.2 kW' })
  })
  await script(
    page,
    `setTimeout(async () => {
      const text = await (await fetch('/api/figures')).text()
      setTimeout(() => { document.querySelector('main').textContent = text }, 300)
    })`,
  )
  await openPage(page, '<main><span data-bone>.</span></main>')
  let done = false
  const rest = settled(page).then(() => (done = true))
  await expect(settled(page, 0)).rejects.toThrow(/still waits for a skeleton/)
  expect(done).toBe(false)
  answer.resolve()
  await rest
  expect(await page.locator('main').textContent()).toBe('4.2 kW')
})

test('a page that waits for ever, or shows nothing, is named with what it waits for', async ({ page }) => {
  await script(page, `fetch('/api/never')`)
  await page.route(`${address}/api/never`, () => undefined)
  await openPage(page, '<main aria-busy="true">Loading</main>')
  await expect(settled(page, 500)).rejects.toThrow('still waits for busy: Loading, answer of /api/never')
  await page.evaluate(`document.querySelector('main').remove()`)
  await expect(settled(page, 500)).rejects.toThrow('still waits for no page')
})

test('a page that changes from look to look never settles', async ({ page }) => {
  await script(
    page,
    `let n = 0; const again = () => { document.querySelector('main').textContent = n++; requestAnimationFrame(again) }
    again()`,
  )
  await openPage(page, '<main></main>')
  await expect(settled(page, 1_000)).rejects.toThrow('changes all the time')
})

test('neither pictures nor browser tests go on while a sheet over a finished page, or a chart, is still a skeleton', async ({
  page,
}) => {
  await script(page, '')
  await openPage(page, '<main>4.2 kW</main><dialog open><i data-bone>.</i></dialog>')
  await expect(settled(page, 500)).rejects.toThrow('still waits for a skeleton')
  await expect(pageSettled(page, 500)).rejects.toThrow('toHaveCount')
  await page.evaluate(`document.querySelector('[data-bone]').remove()`)
  await pageSettled(page)
  await settled(page)
})
