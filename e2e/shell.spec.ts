import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { base } from '#web/kit/navigation/app-path.ts'
import { searches, type RouteName } from '#web/paths.ts'
import { expect, openWorld, signInAs, test } from './world.ts'
import type { World } from './world-process.ts'
import { serveShell, shellOn } from './fake-shell.ts'
import { photoOf } from './pictures.ts'
import { wordsIn } from './words.ts'

const routes = Object.keys(searches) as RouteName[]
const published = JSON.parse(
  readFileSync(join(import.meta.dirname, '../docs/generated/shell.json'), 'utf8'),
) as { $defs: { fromPage: Record<string, { required?: string[] }> } }

let shellServer: Awaited<ReturnType<typeof serveShell>>
let opened: Awaited<ReturnType<typeof openWorld>>
let world: World
test.beforeAll(async () => {
  shellServer = await serveShell()
  opened = await openWorld({ shellOrigin: shellServer.origin })
  world = opened.world
})
test.afterAll(async () => {
  shellServer.close()
  await opened.close()
})

test.describe('inside a native shell', () => {
  test('all routes: a push and a going back are messages with the right names, and the page stays where it is', async ({
    page,
    browser,
  }) => {
    const signedIn = await browser.newContext()
    await signInAs(signedIn, world, 'installer')
    const codeOf = async (): Promise<string> => {
      const answer = await signedIn.request.post(`${world.url}/api/session/codes`, { data: {} })
      return ((await answer.json()) as { code: string }).code
    }
    const list = (await (await signedIn.request.get(`${world.url}/api/stations`)).json()) as {
      stations: { id: string }[]
    }
    const stationId = list.stations[0]?.id ?? ''
    await page.goto(shellServer.origin)
    const shell = shellOn(page, world.url)
    await shell.open(`${base}/home`)
    const ready = await shell.waitFor('page.ready')
    expect(ready.data).toMatchObject({ app: 'sunkeeper-h5', protocols: [1], route: 'home', lang: 'zh_CN' })
    expect(await shell.tell({ auth: { code: await codeOf() } })).toEqual({ ok: true })

    const pushed = new Set<string>()
    let arrows = 0
    const t = wordsIn('zh_CN')
    for (const route of routes) {
      await test.step(route, async () => {
        // Without the id of what it is about a page leads to a choice; of what is not there it says so.
        const ids = Object.keys(searches[route])
          .filter((name) => name.endsWith('Id') && name !== 'stationId')
          .map((name) => `&${name}=${crypto.randomUUID()}`)
        await shell.open(`${base}/${route}?stationId=${stationId}${ids.join('')}`)
        expect((await shell.waitFor('page.ready')).data['route']).toBe(route)
        const frame = await shell.frame()
        await expect(frame.locator('main, [role=main]').first()).toBeVisible()
        await expect(frame.locator('[aria-busy=true]')).toHaveCount(0)
        const at = frame.url()
        // The first link to another page that somebody could press.
        const links = frame.locator(`a[href^="${base}/"]:visible`)
        const hrefs = await links.evaluateAll((all: { href: string }[]) => all.map(({ href }) => href))
        const index = hrefs.findIndex((href) => new URL(href).pathname !== new URL(at).pathname)
        if (index >= 0) {
          const href = new URL(hrefs[index] ?? '')
          // By its address: figures that come meanwhile may bring links before it.
          await frame.locator(`a[href="${href.pathname}${href.search}"]:visible`).first().click()
          await expect
            .poll(
              async () => [...(await shell.heard('nav.push')), ...(await shell.heard('nav.replace'))].length,
            )
            .toBeGreaterThan(0)
          const [move] = [...(await shell.heard('nav.push')), ...(await shell.heard('nav.replace'))]
          const name = href.pathname.slice(base.length + 1)
          expect(routes).toContain(name)
          expect(move?.data).toMatchObject({
            name,
            url: href.href,
            params: Object.fromEntries(href.searchParams),
            orientation: name === 'fullscreen-chart' ? 'landscape' : 'portrait',
          })
          expect(move?.data['title']).toMatch(/\S/)
          pushed.add(name)
        }
        expect(frame.url()).toBe(at)
        const request = await shell.say('back.request', { source: 'hardware' })
        expect((await shell.answerTo(request)).data).toEqual({ ok: true, handled: 'back' })
        expect((await shell.waitFor('nav.back')).data).toMatchObject({ delta: 1, from: route })
        // The page's own arrow says the same.
        const arrow = frame.getByRole('button', { name: t('ui.back'), exact: true })
        if ((await arrow.count()) > 0) {
          await arrow.click()
          await expect.poll(async () => (await shell.heard('nav.back')).length).toBe(2)
          expect((await shell.heard('nav.back')).at(-1)?.data).toMatchObject({ delta: 1, from: route })
          arrows += 1
        }
        expect(frame.url()).toBe(at)
        expect(await shell.origins()).toEqual([world.url])
        for (const { type, data } of (
          await Promise.all(Object.keys(published.$defs.fromPage).map(shell.heard))
        ).flat())
          for (const field of published.$defs.fromPage[type]?.required ?? [])
            expect(data).toHaveProperty(field)
      })
    }
    expect(pushed.size).toBeGreaterThan(5)
    expect(arrows).toBeGreaterThan(20)
    await signedIn.close()
  })

  test('app data changes language, theme, user, insets and network at once; sheets close before the page does', async ({
    page,
    browser,
  }) => {
    const signedIn = await browser.newContext()
    await signInAs(signedIn, world, 'installer')
    await page.goto(shellServer.origin)
    const shell = shellOn(page, world.url)
    await shell.open(`${base}/mine-page`)
    const frame = await shell.frame()
    const answer = await signedIn.request.post(`${world.url}/api/session/codes`, { data: {} })
    await shell.waitFor('page.ready')
    expect(await shell.tell({ auth: (await answer.json()) as object })).toEqual({ ok: true })
    // What `auth` brings beyond the code is not looked at, and a code works once.
    const html = frame.locator('html')
    await expect(html).toHaveAttribute('lang', 'zh-CN')
    await shell.tell({
      lang: 'en_US',
      theme: { mode: 'dark', primary: '#0a6d4f' },
      platform: 'uniapp',
      insets: { top: 47, right: 0, bottom: 34, left: 0 },
      net: { online: false, type: 'none' },
    })
    await expect(html).toHaveAttribute('lang', 'en')
    await expect(html).toHaveAttribute('data-theme', 'dark')
    // Its name is a short one in the built app; its value is the shell's.
    expect(
      await frame.evaluate(
        '[...document.documentElement.style].map((name) => document.documentElement.style.getPropertyValue(name))',
      ),
    ).toContain('#0a6d4f')
    const en = wordsIn('en')
    await expect(frame.getByText(en('shell.offline'))).toBeVisible()
    // A browser may keep no storage for frames of another site: what was chosen holds all the same.
    expect(
      await frame.evaluate(
        "getComputedStyle(document.documentElement).getPropertyValue('--shell-inset-top')",
      ),
    ).toBe('47px')
    await shell.tell({ net: { online: true } })
    await expect(frame.getByText(en('shell.offline'))).toHaveCount(0)
    // The same revision again, or an older one, is not taken.
    const old = await shell.say('app.data', { rev: 1, lang: 'zh_CN' })
    expect((await shell.answerTo(old)).data).toEqual({ ok: false, code: 'old_rev' })
    await expect(html).toHaveAttribute('lang', 'en')
    // Another person by another code: the page is theirs at once, and stays where it is.
    const at = frame.url()
    const theirs = await browser.newContext()
    await signInAs(theirs, world, 'maintainer')
    const nameOf = async (one: typeof theirs): Promise<string> => {
      const session = await one.request.get(`${world.url}/api/session`)
      return ((await session.json()) as { person: { name: string } }).person.name
    }
    await expect(frame.getByText(await nameOf(signedIn), { exact: true })).toBeVisible()
    const code = await theirs.request.post(`${world.url}/api/session/codes`, { data: {} })
    expect(await shell.tell({ auth: (await code.json()) as object })).toEqual({ ok: true })
    await expect(frame.getByText(await nameOf(theirs), { exact: true })).toBeVisible()
    await expect(frame.getByText(await nameOf(signedIn), { exact: true })).toHaveCount(0)
    expect(frame.url()).toBe(at)
    await theirs.close()
    await frame.getByRole('button', { name: en('mine.password') }).click()
    const dialog = frame.locator('dialog[open]')
    await expect(dialog).toBeVisible()
    const request = await shell.say('back.request', {})
    expect((await shell.answerTo(request)).data).toEqual({ ok: true, handled: 'sheet' })
    await expect(dialog).toHaveCount(0)
    expect(await shell.heard('nav.back')).toEqual([])
    await signedIn.close()
  })

  test('W4: hostile messages, other origins and replays change nothing; the page is in no frame of a stranger', async ({
    page,
    browser,
  }) => {
    const signedIn = await browser.newContext()
    await signInAs(signedIn, world, 'installer')
    await page.goto(shellServer.origin)
    const shell = shellOn(page, world.url)
    await shell.open(`${base}/home`)
    await shell.waitFor('page.ready')
    const frame = await shell.frame()
    const state = () => frame.evaluate('[document.documentElement.lang, location.href, document.title]')
    // A page's title comes with the page: what is compared is compared once it stands there and stays.
    let before: unknown = null
    await expect
      .poll(async () => {
        const last = before
        before = await state()
        return JSON.stringify(last) === JSON.stringify(before) ? before : last
      })
      .toEqual([expect.any(String), expect.any(String), expect.stringMatching(/ · Sunkeeper$/)])
    for (const message of [
      'not json',
      null,
      { pvshell: 2, id: 'x1', ts: 0, type: 'app.data', data: { rev: 99, lang: 'en' } },
      { id: 'x2', type: 'app.data', data: { rev: 99, lang: 'en' } },
      { pvshell: 1, id: 'x3', ts: 0, type: 'app.data', data: { rev: 99, lang: 'en', insets: { top: 'x' } } },
      { pvshell: 1, id: 'x4', ts: 0, type: 'nav.push', data: { url: 'https://evil.example' } },
      {
        pvshell: 1,
        id: 'x5',
        ts: 0,
        type: 'app.data',
        data: { rev: 99, lang: 'en', pad: 'x'.repeat(70_000) },
      },
    ])
      await shell.post(message)
    expect((await shell.answerTo('x3')).data).toEqual({ ok: false, code: 'bad_data' })
    expect((await shell.answerTo('x4')).data).toEqual({ ok: false, code: 'unknown_type' })
    // A neighbour of another origin speaks in the shell's words.
    const other = await serveShell()
    await page.evaluate(`new Promise((done) => {
      const one = document.createElement('iframe'); one.src = ${JSON.stringify(`${other.origin}/stranger`)}
      one.onload = done; one.id = 'stranger'; document.body.append(one) })`)
    await page.evaluate(
      `document.getElementById('stranger').contentWindow.postMessage({ pvshell: 1, id: 'x6', ts: 0, type: 'app.data', data: { rev: 99, lang: 'en' } }, '*')`,
    )
    await shell.say('page.show', {})
    expect(await state()).toEqual(before)
    expect((await shell.heard('ack')).some(({ re }) => re === 'x6')).toBe(false)

    // A code works once, and rights come from the server alone.
    const code = (
      (await (await signedIn.request.post(`${world.url}/api/session/codes`, { data: {} })).json()) as {
        code: string
      }
    ).code
    expect(
      await shell.tell({
        auth: { code },
        user: { id: 'u', name: 'Eve', roles: ['administrator'], permissions: ['*:*:*'] },
      }),
    ).toEqual({ ok: true })
    expect(await shell.tell({ auth: { code } })).toEqual({ ok: false, code: 'wrong_code' })
    const me = await frame.evaluate('fetch("/api/session").then((answer) => answer.json())')
    const { person } = me as { person: { roles: string[]; permissions: string[] } }
    expect(person.roles).toEqual(['installer'])
    expect(person.permissions).not.toContain('*:*:*')
    await expect(frame.getByText('Eve')).toHaveCount(0)

    // W3: a page that is not listed holds no frame of it.
    const elsewhere = await signedIn.newPage()
    await elsewhere.goto(`${other.origin}/`)
    await elsewhere.evaluate(`window.open_(${JSON.stringify(`${world.url}${base}/home`)})`)
    await expect.poll(async () => (await shellOn(elsewhere, world.url).frame()).url()).toMatch(/chrome-error/)
    other.close()
    await signedIn.close()
  })

  test('a shell that never answers: the page asks to be signed in, then shows its own sheet, and still navigates by messages', async ({
    page,
  }) => {
    await page.goto(shellServer.origin)
    const shell = shellOn(page, world.url)
    await shell.open(`${base}/home`)
    const t = wordsIn('zh_CN')
    const frame = await shell.frame()
    await shell.waitFor('page.ready')
    await expect(frame.getByLabel(t('accounts.account'))).toBeVisible()
  })

  test('scanning and picking files are the shell’s where it offers them', async ({ page, browser }) => {
    const signedIn = await browser.newContext()
    await signInAs(signedIn, world, 'installer')
    await page.goto(shellServer.origin)
    const shell = shellOn(page, world.url)
    await shell.open(`${base}/create-or-edit-station`)
    await shell.waitFor('page.ready')
    const answer = await signedIn.request.post(`${world.url}/api/session/codes`, { data: {} })
    expect(
      await shell.tell({
        auth: { code: ((await answer.json()) as { code: string }).code },
        offers: ['file.pick', 'device.scan'],
      }),
    ).toEqual({ ok: true })
    const frame = await shell.frame()
    const field = frame.locator('input[type=file]').first()
    await expect(field).toBeAttached()
    await field.evaluate((element: { click: () => void }) => element.click())
    const asked = await shell.waitFor('file.pick')
    expect(asked.data).toMatchObject({ kinds: ['image'], count: 1 })
    const { buffer: picture } = await photoOf('#165eff', [40, 40], 'png')
    const half = Math.ceil(picture.length / 2)
    for (const n of [1, 0]) {
      const data = picture.subarray(n * half, (n + 1) * half).toString('base64')
      await shell.say(
        'file.part',
        { file: 0, files: 1, name: 'roof.png', mime: 'image/png', n, of: 2, data },
        asked.id,
      )
    }
    await expect
      .poll(async () => (await shell.heard('ack')).filter(({ data }) => data['ok'] === true).length)
      .toBeGreaterThan(2)
    await expect(frame.locator('img[src^="blob:"]').first()).toBeVisible()
    await signedIn.close()
  })
})
