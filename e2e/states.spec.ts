import type { Request, Route } from '@playwright/test'
import { errors } from '#domain/errors.ts'
import { keepNothing } from './phone.ts'
import { connectStation, makeStation, nameOf, picture, screensOf, settled, zoneOfLongDay } from './screens.ts'
import { expect, expectSound, test } from './world.ts'
import { around, everyLook, longFlowIn, looks, wordsIn } from './words.ts'

const cut = async (route: Route): Promise<void> => route.abort('internetdisconnected')

/** Every screen takes its time; so that no test takes minutes they are shared out. */
const parts = [0, 1]
/** In one look of `npm test` every second screen, in the other the rest; in the long form each in all. */
const inLook = <T>(screens: readonly T[], look: number): T[] =>
  screens.filter((_, no) => everyLook || no % 2 === look)
const inPart = <T>(screens: readonly T[], part: number, look: number): T[] =>
  inLook(screens, look).filter((_, no) => no % parts.length === part)

// Lists show here what they show at first; what other files made would stand before it.
test.use({ worldName: 'states' })

for (const [look, { language, theme }] of looks.entries()) {
  const t = wordsIn(language)
  const retry = t('ui.retry')
  const failure = t('failure.title')
  const lost = around(t('shell.lost', { age: 'ARGUMENT' }))

  for (const part of parts)
    test(`what cannot be read says so on every screen, and is there after another try (${language}, ${theme}, ${part + 1} of ${parts.length})`, async ({
      asRole,
      world,
    }) => {
      const page = await asRole('installer', language, theme)
      // Known figures stand there at once, also while the server has trouble.
      await keepNothing(page.context())
      const made = await makeStation(page, world, `Errors-${language}-${part}`)
      const { line, place } = await connectStation(page, world, made)
      await line.report()
      const broken = async (route: Route): Promise<void> => {
        const error = { code: 'internal', message: errors.internal[language], requestId: 'event-4711' }
        await route.fulfill({ status: 500, json: { error } })
      }
      const screens = inPart(screensOf(place, language), part, look)
      for (const { path, needs, shows } of screens) {
        await test.step(`${path} without ${needs.source}`, async () => {
          await page.route(needs, broken)
          await page.goto(`${world.url}/h5/${path}`)
          const alert = page.getByRole('alert').filter({ hasText: failure })
          await expect(alert).toBeVisible()
          await expect(alert.getByText(errors.internal[language])).toBeVisible()
          await expect(alert.getByText(t('failure.number', { id: 'event-4711' }))).toBeVisible()
          await expectSound(page)
          await picture(page, `${language}-error-${nameOf(path)}-${nameOf(needs.source)}`)
          await page.unroute(needs, broken)
          const again = alert.getByRole('button', { name: retry })
          // Some screens read by themselves what changes often, and may be there before the press.
          await expect(async () => {
            if (await again.isVisible()) await again.click({ timeout: 2_000 })
            await expect(alert).toBeHidden({ timeout: 5_000 })
          }).toPass()
          await expect(page.getByText(shows).first()).toBeVisible()
        })
      }
      await line.close()
    })

  test(`what was left open without the server is marked as old on every screen (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    const { line, place } = await connectStation(
      page,
      world,
      // What another day would show cannot be read without the server; that is said, but is not what is asked here.
      await makeStation(page, world, `Old-${language}`, { timeZone: zoneOfLongDay() }),
    )
    await page.clock.install()
    await page.route('**/api/live', cut)
    const asked = new Set<Request>()
    page.on('request', (request) => {
      if (request.url().includes('/api/')) asked.add(request)
    })
    page.on('requestfinished', (request) => asked.delete(request))
    page.on('requestfailed', (request) => asked.delete(request))
    const hours = t('units.hours', { n: '3' })
    const stale = t('ui.stale')
    /** What besides the line over every page says that a screen is old. */
    const marks: [path: RegExp, words: string][] = [
      [/^home/, t('home.notRenewed', { age: hours })],
      [/^home/, stale],
      [/^station-list/, stale],
      [/^station-detail\?stationId=[^&]*$/, stale],
      [/tab=devices/, hours],
      [/tab=devices/, stale],
      [/^gateway-detail/, stale],
      [/^(inverter|optimizer|shutdown)-detail/, stale],
      [/^(inverter|optimizer|shutdown)-detail/, t('state.unknown')],
      [/^gateway-detail/, t('gateway.unsure')],
      [/^shutdown-detail/, t('device.shutdown.safetyText.unknown')],
      [/^om-page$/, t('om.checked', { age: hours })],
      [/^service-page/, stale],
    ]
    const screens = new Map(screensOf(place, language).map((screen) => [screen.path, screen]))
    for (const { path, shows } of inLook([...screens.values()], look)) {
      await test.step(path, async () => {
        await line.report()
        asked.clear()
        await page.goto(`${world.url}/h5/${path}`)
        await expect(page.getByText(shows).first()).toBeVisible()
        await settled(page)
        await page.route('**/api/**', cut)
        // What was asked before the cut may not pass for news after it.
        await expect.poll(() => asked.size).toBe(0)
        // What has arrived may not be read yet on a busy machine: it is while the first minutes pass, not hours later.
        await page.clock.fastForward('00:02:00')
        await page.clock.fastForward('03:00:05')
        await expect(page.getByText(lost)).toBeVisible()
        for (const [, words] of marks.filter(([which]) => which.test(path)))
          await expect(page.getByText(words).first()).toBeAttached()
        await expect(page.getByText(shows).first()).toBeVisible()
        await expect(page.getByRole('alert')).toHaveCount(0)
        await expectSound(page)
        await picture(page, `${language}-old-${nameOf(path)}`)
        await page.unroute('**/api/**', cut)
      })
    }
    await line.close()
  })
}

for (const { language, theme } of longFlowIn('en')) {
  const t = wordsIn(language)
  const retry = t('ui.retry')

  test(`without a network every screen says so, also where something was typed (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    const { stationId } = await makeStation(page, world, `No-network-${language}`)
    // What the app itself is made of comes from its cache on a phone; here only the data is out of reach.
    await page.route('**/api/**', cut)
    for (const path of [
      'home',
      'station-list',
      `station-detail?stationId=${stationId}`,
      'om-page',
      'mine-page',
    ]) {
      await page.goto(`${world.url}/h5/${path}`)
      await expect(page.getByText(t('failure.no_connection')).first()).toBeVisible()
      await expect(page.getByRole('button', { name: retry }).first()).toBeVisible()
      await expectSound(page)
    }
    await picture(page, `${language}-no-network`)
    await page.unroute('**/api/**', cut)
    await page.goto(`${world.url}/h5/create-or-edit-station?stationId=${stationId}`)
    const name = page.getByRole('textbox', { name: t('editing.name') })
    await name.fill(`Typed-${language}`)
    // The later steps come while the first is filled in; nobody loses the signal as fast as this does.
    const late = "performance.getEntriesByType('resource').some(({ name }) => name.includes('lazy-steps'))"
    await expect.poll(() => page.evaluate(late)).toBe(true)
    await page.context().setOffline(true)
    await expect(page.getByText(t('shell.offline'))).toBeVisible()
    await page.getByRole('button', { name: t('editing.step.worth') }).click()
    await page.getByRole('button', { name: t('ui.save'), exact: true }).click()
    await expect(page.getByText(t('editing.offline'))).toBeVisible()
    await expectSound(page)
    await picture(page, `${language}-no-network-form`)
    await page.context().setOffline(false)
    await expect(page.getByText(t('shell.offline'))).toBeHidden()
    await page.getByRole('button', { name: t('editing.step.basics') }).click()
    await expect(name).toHaveValue(`Typed-${language}`)
  })
}

for (const { language, theme } of longFlowIn('zh_CN')) {
  const t = wordsIn(language)

  test(`a gateway whose line is cut takes nothing for present that it said (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    const made = await makeStation(page, world, `Cut-${language}`)
    const { line, place } = await connectStation(page, world, made)
    // Longer ago than three reporting intervals: the devices are silent while their gateway is still there.
    await line.report(20 * 60_000)
    await page.goto(`${world.url}/h5/inverter-detail?deviceId=${place.inverter}`)
    await expect(page.getByText(around(t('device.silence.silent', { clock: 'ARGUMENT' })))).toBeVisible()
    await expectSound(page)
    line.cut()
    // Told by the stream: nobody has touched the page.
    await expect(page.getByText(t('device.silence.gateway_silent'))).toBeVisible()
    await expect(page.getByText(t('device.power.lastKnown'))).toBeVisible()
    await expectSound(page)
    await picture(page, `${language}-cut-inverter`)
    const visits: [path: string, ...words: string[]][] = [
      [`gateway-detail?deviceId=${place.gateway}`, t('gateway.gone'), t('device.silence.gatewayGone')],
      [`optimizer-detail?deviceId=${place.optimizer}`, t('device.silence.gateway_silent')],
      [`shutdown-detail?deviceId=${place.shutdown}`, t('device.shutdown.safetyText.unknown')],
      [`station-list?search=${made.name}`, t('stations.attention', { count: 1 })],
      [`station-detail?stationId=${place.stationId}`, t('station.attention', { count: 1 })],
      [`station-detail?stationId=${place.stationId}&tab=devices`, t('state.offline')],
      ['om-page', t('troubles.gateway_silent')],
      ['home', t('home.attention')],
    ]
    for (const [path, ...words] of visits) {
      await page.goto(`${world.url}/h5/${path}`)
      await settled(page)
      for (const word of words) await expect(page.getByText(word).first()).toBeVisible()
      await expectSound(page)
      await picture(page, `${language}-cut-${nameOf(path)}`)
    }
  })
}

for (const { language, theme } of longFlowIn('zh_CN')) {
  const t = wordsIn(language)
  const lost = around(t('shell.lost', { age: 'ARGUMENT' }))

  test(`where no stream comes through, the screen is asked for instead (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    let reads = 0
    page.on('request', (request) => {
      if (/\/api\/stations\?/.test(request.url())) reads += 1
    })
    await page.clock.install()
    await page.route('**/api/live', async (route) => route.abort('connectionreset'))
    await page.goto(`${world.url}/h5/station-list`)
    await expect(page.getByText('Landshut-Scheunendach')).toBeVisible()
    for (let minute = 0; minute < 4; minute += 1) {
      const before = reads
      await page.clock.fastForward('01:00')
      await expect.poll(() => reads).toBeGreaterThan(before)
      await expect(page.getByText(lost)).toBeHidden()
    }
  })
}
