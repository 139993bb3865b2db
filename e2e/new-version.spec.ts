// A newer version of the app, and parts of it that do not come through.
import { openDeploy } from './next-version.ts'
import { barn, settled, shoot, stored, watts } from './phone.ts'
import { wordsIn } from './words.ts'
import { expect, test } from './world.ts'

test.use({ serviceWorkers: 'allow' })

const language = 'zh_CN'
const theme = 'light'
const t = wordsIn(language)

test('W13: a newer version is offered, and taken when the person wants it', async ({
  asRole,
  world,
  context,
}) => {
  const site = await openDeploy(world.url)
  try {
    const page = await asRole('installer', language, theme)
    await page.goto(`${site.url}/h5/home`)
    await expect(page.locator('main')).toContainText(watts)
    await settled(page)
    site.deploy()
    await page.evaluate(
      `navigator.serviceWorker.getRegistration('/h5/').then((one) => one.update()).then(() => {})`,
    )
    await expect(page.getByText(t('shell.update'))).toBeVisible()
    const entry = `document.querySelector('script[type=module][src]').getAttribute('src')`
    expect(await page.evaluate(entry)).not.toContain('-next')
    await page.getByRole('button', { name: t('shell.updateNow') }).click()
    await expect.poll(() => page.evaluate(entry).catch(() => '')).toContain('-next')
    await expect(page.locator('main')).toContainText(watts)
    expect(context.pages()).toHaveLength(1)
  } finally {
    await site.close()
  }
})

test.describe('before the worker is there', () => {
  test.use({ serviceWorkers: 'block' })

  test('what does not come through takes no page away, and comes when there is a network', async ({
    asRole,
    world,
    context,
  }) => {
    const page = await asRole('installer', language, theme)
    // Who saves data has fetched no page ahead.
    await page.addInitScript(
      'Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true })',
    )
    const unreached = page.getByText(t('failure.unreached'))
    const inbox = page.getByRole('button', { name: t('messages.inbox') }).first()
    await page.goto(`${world.url}/h5/mine-page`)
    await expect(inbox).toBeVisible()
    await context.setOffline(true)
    await inbox.click()
    await expect(unreached).toBeVisible()
    await expect(inbox).toBeVisible()
    await context.setOffline(false)
    await inbox.click()
    await expect(page.getByRole('dialog', { name: t('messages.title') })).toBeVisible()

    // Its style sheet alone was lost: it does not come without its looks.
    await page.goto(`${world.url}/h5/mine-page`)
    await expect(inbox).toBeVisible()
    await page.route('**/messages-*.css', (route) => route.abort(), { times: 1 })
    await inbox.click()
    await expect(unreached).toBeVisible()
    await inbox.click()
    await expect(page.getByRole('dialog', { name: t('messages.title') })).toBeVisible()
    const sheets = `[...document.styleSheets].filter((one) => /messages-[^/]*css$/.test(one.href ?? '')).length`
    expect(await page.evaluate(sheets)).toBeGreaterThan(0)

    // A browser that never asks again for what it once did not get: a second press loads the page anew.
    await page.keyboard.press('Escape')
    await expect(unreached).toBeHidden()
    const itsScript = '**/choices-sheet-*.js'
    await page.route(itsScript, (route) => route.abort())
    const choices = page.getByRole('button', { name: t('messages.choices.title') })
    await choices.click()
    await expect(unreached).toBeVisible()
    await choices.click()
    const load = `performance.getEntriesByType('navigation')[0].type`
    await expect.poll(() => page.evaluate(load).catch(() => '')).toBe('reload')
    await page.unroute(itsScript)
    await choices.click()
    await expect(page.getByRole('dialog', { name: t('messages.choices.title') })).toBeVisible()

    // A page: nothing that was typed is lost over it.
    await page.goto(`${world.url}/h5/create-or-edit-station`)
    const name = page.getByRole('textbox', { name: t('editing.name') })
    await name.fill('Sonnenhof 8')
    await expect.poll(() => stored(page, 'sunkeeper-drafts', 'drafts', 'values')).toContain('Sonnenhof 8')
    await context.setOffline(true)
    await page.getByRole('button', { name: t('ui.back') }).click()
    await expect(page.getByRole('alert').getByText(t('failure.unreached'))).toBeVisible()
    await shoot(page, `offline-page-${language}`)
    await page.getByRole('button', { name: t('ui.retry') }).click()
    await expect(page.getByRole('alert').getByText(t('failure.unreached'))).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText(barn)).toBeVisible()
    await page.goto(`${world.url}/h5/create-or-edit-station`)
    await expect(name).toHaveValue('Sonnenhof 8')
  })

  test('W13: a part that is gone loads the page anew once, and what was typed stays', async ({
    asRole,
    world,
  }) => {
    const site = await openDeploy(world.url)
    try {
      const page = await asRole('installer', language, theme)
      await page.goto(`${site.url}/h5/create-or-edit-station`)
      const name = page.getByRole('textbox', { name: t('editing.name') })
      await name.fill('Sonnenhof 7')
      await expect.poll(() => stored(page, 'sunkeeper-drafts', 'drafts', 'values')).toContain('Sonnenhof 7')
      site.deploy()
      await page.evaluate(`dispatchEvent(new Event('vite:preloadError', { cancelable: true }))`)
      const load = `performance.getEntriesByType('navigation')[0].type`
      await expect.poll(() => page.evaluate(load).catch(() => '')).toBe('reload')
      await expect(name).toHaveValue('Sonnenhof 7')
      let loads = 0
      const asked: string[] = []
      page.on('framenavigated', () => (loads += 1))
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      // What is still gone after that does not load it again and again: it does not even ask which version there is, as
      // the first thing that is asked for afterwards is ours.
      await page.evaluate(`(async () => {
        dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
        await (await fetch('/h5/version.json?ours')).text()
      })()`)
      expect(asked.filter((path) => path === '/h5/version.json')).toHaveLength(1)
      expect(loads).toBe(0)
    } finally {
      await site.close()
    }
  })
})
