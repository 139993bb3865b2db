import { connectStation, makeStation, picture, placeInAfternoon } from './screens.ts'
import { longFlowIn, markOf, wordsIn } from './words.ts'
import { expect, expectSound, test } from './world.ts'

for (const { language, theme } of longFlowIn('en'))
  test(`a serial that two gateways name is told on both of their pages (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const t = wordsIn(language)
    const page = await asRole('installer', language, theme)
    const site = async (name: string) => {
      const made = await makeStation(page, world, `${name}-${language}-${theme}`, placeInAfternoon())
      return { ...made, name: `${name}-${language}-${theme}`, ...(await connectStation(page, world, made)) }
    }
    const [east, west] = [await site('East'), await site('West')]
    const [twice, brands, made] = [
      `TW${east.sn}`,
      `BR${east.sn}`,
      `MADE-7K2M9Q4XHB0${markOf({ language, theme })}`,
    ]
    await east.line.say('inv', {
      rev: 2,
      devices: [
        { sn: twice, t: 'inverter', brand: 'Fronius', model: 'Symo 10.0-3-M' },
        { sn: brands, t: 'inverter', brand: 'SMA', model: 'STP 25000TL-30' },
        { sn: made, t: 'battery', brand: 'Deye' },
      ],
    })
    const detail = async (id: string) =>
      (await (await page.request.get(`${world.url}/api/devices/${id}`)).json()) as {
        device: { sn: string }
        children: { id: string; sn: string }[]
        elsewhere: object[]
      }
    await expect.poll(async () => JSON.stringify((await detail(east.gateway)).children)).toContain(twice)
    await west.line.say('inv', {
      rev: 2,
      devices: [
        { sn: twice, t: 'inverter', brand: 'Fronius International', model: 'Symo 10.0-3-M' },
        { sn: brands, t: 'inverter', brand: 'Deye', model: 'SUN-10K' },
      ],
    })
    await expect.poll(async () => (await detail(west.gateway)).elsewhere.length).toBe(2)

    const open = (id: string) => page.goto(`${world.url}/h5/gateway-detail?deviceId=${id}`)
    const at = async ({ gateway, name }: { gateway: string; name: string }) => ({
      gateway: (await detail(gateway)).device.sn,
      station: name,
    })
    await open(east.gateway)
    await expect(page.getByText(t('gateway.elsewhere.title'), { exact: true })).toBeVisible()
    await expect(page.getByText(t('gateway.elsewhere.ours', await at(west)))).toBeVisible()
    const where = t('gateway.elsewhere.at', await at(west))
    await expect(page.getByText(t('gateway.elsewhere.two', { brand: 'Deye', where }))).toBeVisible()
    await expectSound(page)
    await picture(page, `two-gateways-east-${language}-${theme}`)

    await page
      .getByRole('link', { name: new RegExp(twice) })
      .filter({ hasText: west.name })
      .click()
    await expect(page).toHaveURL(new RegExp(west.gateway))
    await expect(page.getByText(t('gateway.heldAt', await at(east)))).toBeVisible()
    await expectSound(page)
    await picture(page, `two-gateways-west-${language}-${theme}`)

    const id = (await detail(east.gateway)).children.find(({ sn }) => sn === made)?.id
    await page.goto(`${world.url}/h5/station-detail?stationId=${east.stationId}&device=${id}`)
    await expect(page.getByText(t('device.sheet.snMade'))).toBeVisible()
    await expectSound(page)
    await picture(page, `made-serial-${language}-${theme}`)
    await Promise.all([east.line.close(), west.line.close()])
  })
