import { write } from './array-site.ts'
import { makeStation } from './screens.ts'
import { expect, expectSound, test } from './world.ts'

const optimizers = 600

test('a gateway with more devices than one answer tells counts all, and loads the others when asked', async ({
  asRole,
  world,
}) => {
  const page = await asRole('installer', 'en')
  const { stationId, gateway: gatewayId } = await makeStation(page, world, 'Crowded')
  const inverterId = crypto.randomUUID()
  const device = { brand: '', model: '', name: '', gatewayId, stringNo: null, position: null }
  const inverter = {
    ...device,
    id: inverterId,
    sn: `CROWD${process.pid}INV1`,
    kind: 'inverter',
    parentId: null,
  }
  const parts = Array.from({ length: optimizers }, (_, no) => ({
    ...device,
    id: crypto.randomUUID(),
    sn: `CROWD${process.pid}OPT${1000 + no}`,
    kind: 'optimizer',
    parentId: inverterId,
  }))
  for (const devices of [[inverter], parts.slice(0, 300), parts.slice(300)])
    await write(page, world, `/api/stations/${stationId}/devices`, { devices })

  await page.goto(`${world.url}/h5/gateway-detail?deviceId=${gatewayId}`)
  const more = page.getByRole('button', { name: 'Load more (500 of 601)' })
  await expect(more).toBeVisible()
  // The counts are of all; those by inverter wait until all have come.
  await expect(page.getByText('0 of 600 online').first()).toBeAttached()
  const row = page.getByRole('link', { name: inverter.sn })
  await expect(row).not.toContainText('devices online')
  await expectSound(page)

  // The list is being read anew, as after any change of the station, when somebody presses.
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  await page.route(
    (url) => url.pathname.endsWith('/children') && !url.searchParams.has('cursor'),
    async (route) => {
      begun.resolve()
      await held.promise
      // The page may have given up this reading.
      await route.continue().catch(() => undefined)
    },
  )
  const later = { ...parts[0], id: crypto.randomUUID(), sn: `CROWD${process.pid}OPT9999` }
  await write(page, world, `/api/stations/${stationId}/devices`, { devices: [later] })
  await begun.promise
  await page.getByRole('button', { name: /^Load more \(500 of/ }).click()
  await expect(row).toContainText('0 of 601 devices online')
  held.resolve()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(page.getByRole('button', { name: /^Load more/ })).toHaveCount(0)

  // What searches and compares the whole has every page.
  await page.goto(`${world.url}/h5/station-detail?stationId=${stationId}&tab=devices`)
  await page.getByRole('searchbox').fill(parts.at(-1)?.sn ?? '')
  await expect(page.getByText(parts.at(-1)?.sn ?? '').first()).toBeVisible()
  await page.goto(`${world.url}/h5/connect-device?gatewayId=${gatewayId}`)
  await expect(page.getByText('/ 602')).toBeVisible()
})
