import { becomeCustomer, firstAdministrator } from '../tests/acceptance/customer.ts'
import { connectStation, makeStation, nameOf, picture, type Place, settled } from './screens.ts'
import { around, longFlowIn, wordsIn } from './words.ts'
import { expect, expectSound, inLanguage, openWorld, test } from './world.ts'

for (const { language, theme } of longFlowIn('en')) {
  const t = wordsIn(language)

  test(`an empty installation and an empty station say on every screen what comes next (${language}, ${theme})`, async ({
    browser,
  }) => {
    const { world, close } = await openWorld({ empty: true })
    try {
      await becomeCustomer(() => world.url, world.setupCode ?? '')
      const context = await browser.newContext({ viewport: { width: 375, height: 812 } })
      await inLanguage(context, language, { theme, url: world.url })
      const signedIn = await context.request.post(`${world.url}/api/session`, { data: firstAdministrator })
      expect(signedIn.status()).toBe(201)
      const page = await context.newPage()
      const look = async (path: string, words: string): Promise<void> => {
        await test.step(path, async () => {
          await page.goto(`${world.url}/h5/${path}`)
          await settled(page)
          await expect(page.getByText(words).first()).toBeVisible()
          await expect(page.getByRole('alert')).toHaveCount(0)
          await expectSound(page)
          await picture(page, `${language}-empty-${nameOf(path)}-${words.slice(0, 12)}`)
        })
      }
      await look('home', t('beginning.firstTitle'))
      await look('station-list', t('stations.emptyTitle'))
      await look('om-page', t('om.noStations'))
      await look('service-page', t('service.group.see'))
      await look('mine-page', t('mine.security'))
      await look('add-communication-device', t('ways.title'))
      await page.getByRole('button', { name: around(t('adding.station')) }).click()
      await expect(page.getByText(t('pickers.noStation'))).toBeVisible()
      await expectSound(page)
      await look('create-or-edit-station', t('editing.kept'))

      const made = await makeStation(page, world, `Empty-${language}`)
      const station = `station-detail?stationId=${made.stationId}`
      await look('home', t('home.neverHeard', { count: 1 }))
      await look('station-list', t('stations.neverHeard'))
      await look(station, t('station.neverHeard'))
      await look(`${station}&period=month`, t('station.chart.nonePeriod'))
      await look(`${station}&period=year`, t('station.chart.nonePeriod'))
      await look(`${station}&period=lifetime`, t('station.chart.noneEver'))
      await look(`${station}&tab=devices`, t('station.device.noInverters'))
      await look(`${station}&tab=information`, t('station.info.unknown'))
      await look('om-page', t('om.noneHeard'))
      await look('service-page', t('service.never'))
      await look(`gateway-detail?deviceId=${made.gateway}`, t('device.silence.neverGateway'))
      await look(`add-communication-device?gatewayId=${made.gateway}`, t('adding.arrival.connectNext'))

      const { line, place } = await connectStation(page, world, made)
      const never: [kind: keyof Place, words: string][] = [
        ['inverter', t('device.silence.never')],
        ['optimizer', t('device.silence.never')],
        ['shutdown', t('device.shutdown.reason.never_heard')],
      ]
      for (const [kind, words] of never) await look(`${kind}-detail?deviceId=${place[kind]}`, words)
      await look(`${station}&tab=devices`, t('units.never'))
      await line.close()
      await context.close()
    } finally {
      await close()
    }
  })
}
