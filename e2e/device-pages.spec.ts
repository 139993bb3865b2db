import type { APIRequestContext } from '@playwright/test'
import { behind } from './hand-gateway.ts'
import { connectStation, makeStation, picture, placeInAfternoon } from './screens.ts'
import { deviceKinds } from '#domain/devices/kinds.ts'
import { hasOwnPage, pathToDevice } from '#web/paths.ts'
import { around, longFlowIn, longFlowInLanguage, wordsIn } from './words.ts'
import { expect, expectSound, test } from './world.ts'
import type { World } from './world-process.ts'

type Row = {
  id: string
  kind: string
  sn: string
  online: boolean
  lastAt: number | null
  stringNo: number | null
}

/** All devices that the signed-in person may see. */
const devicesOf = async (request: APIRequestContext, world: World): Promise<Row[]> => {
  const { stations } = (await (await request.get(`${world.url}/api/stations?limit=50`)).json()) as {
    stations: { id: string }[]
  }
  const lists = await Promise.all(
    stations.map(async ({ id }) => {
      const answer = await request.get(`${world.url}/api/stations/${id}/devices`)
      return ((await answer.json()) as { devices: Row[] }).devices
    }),
  )
  return lists.flat()
}

const sheets = { zh_CN: '设备信息', en: 'Data sheet' } as const

for (const language of longFlowInLanguage('en')) {
  test(`the page of every kind of device with a route of its own is sound, ${language}`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language)
    const devices = await devicesOf(page.request, world)
    for (const kind of deviceKinds.filter(hasOwnPage)) {
      const device = devices.find((one) => one.kind === kind)
      expect(device, kind).toBeDefined()
      await page.goto(`${world.url}/h5${pathToDevice(kind, device?.id ?? '')}`)
      await expect(page.getByRole('heading', { name: sheets[language] })).toBeVisible()
      await expect(page.getByText(device?.sn ?? '').first()).toBeVisible()
      await expectSound(page)
    }
  })
}

for (const { language, theme } of longFlowIn('zh_CN'))
  test(`a weather station is found in the list of its station and has a page (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const t = wordsIn(language)
    const page = await asRole('installer', language, theme)
    const made = await makeStation(page, world, `Weather-${language}-${theme}`, placeInAfternoon())
    const { line } = await connectStation(page, world, made)
    const sn = `WS${made.sn}`
    await line.say('inv', { rev: 2, devices: [{ sn, t: 'weather', brand: 'Lufft', model: 'WS503-UMB' }] })
    const m = { irr: 812, t_mod: 41.5, t_amb: 23.4, wind: 3.2 }
    await line.say('tele', { hist: false, d: [{ sn, ts: Date.now(), st: 'normal', m }] })
    await page.goto(`${world.url}/h5/station-detail?stationId=${made.stationId}&tab=devices`)
    const link = page.getByRole('link', { name: new RegExp(sn) })
    await expect(link).toContainText(t('state.normal'))
    await expect(page.getByText(t('kinds.weather.many'), { exact: true })).toBeVisible()
    await link.click()
    await expect(page).toHaveURL(/station-detail\?device=/)
    await expect(page.getByText(t('kinds.weather.one'), { exact: true })).toBeVisible()
    for (const figure of ['812W/m²', '41.5°C', '23.4°C', '3.2m/s'])
      await expect(page.locator('main')).toContainText(figure)
    // Nothing can be asked of it, and it has no rated power.
    await expect(page.getByRole('heading', { name: t('controls.title') })).toBeHidden()
    await expect(page.getByText(t('device.sheet.rated'), { exact: true })).toBeHidden()
    await expectSound(page)
    await picture(page, `weather-station-${language}-${theme}`)
    await line.close()
  })

test('figures of an open inverter move by themselves, without reading it again', async ({
  asRole,
  world,
}) => {
  const page = await asRole('owner', 'en')
  let heard: Row | undefined
  await expect(async () => {
    const devices = await devicesOf(page.request, world)
    heard = devices.find(({ kind, online, lastAt }) => kind === 'inverter' && online && lastAt !== null)
    expect(heard).toBeDefined()
  }).toPass()
  await page.goto(`${world.url}/h5/inverter-detail?deviceId=${heard?.id}`)
  const frequency = page.getByText('Frequency', { exact: true }).locator('..').filter({ hasText: 'Hz' })
  await expect(frequency).toBeVisible()
  let reads = 0
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/devices/${heard?.id}`)) reads += 1
  })
  const moved = async (): Promise<void> => {
    const before = (await frequency.textContent()) ?? ''
    await expect(frequency).not.toHaveText(before, { timeout: 30_000 })
  }
  // What else happens to it may have it read anew meanwhile; a reading does not, and so not between two of them.
  await expect(async () => {
    reads = 0
    await moved()
    await moved()
    expect(reads).toBe(0)
  }).toPass({ timeout: 600_000 })
})

test('a device leads to its neighbour in the same section, and lines of two quantities share one chart', async ({
  asRole,
  world,
}) => {
  const page = await asRole('installer', 'en')
  const inverters = (await devicesOf(page.request, world)).filter(
    ({ kind, online, lastAt }) => kind === 'inverter' && online && lastAt !== null,
  )
  type Beside = { after: { id: string } | null }
  const besides = await Promise.all(
    inverters.map(async ({ id }) => {
      const answer = await page.request.get(`${world.url}/api/devices/${id}/neighbours`)
      return { id, next: ((await answer.json()) as Beside).after?.id }
    }),
  )
  const one = besides.find(({ next }) => inverters.some(({ id }) => id === next))
  expect(one).toBeDefined()
  await page.goto(`${world.url}/h5/inverter-detail?deviceId=${one?.id}`)
  await page.getByRole('navigation').getByRole('button', { name: 'Curve' }).click()
  await expect(page).toHaveURL(/part=curve/)
  await page.getByRole('button', { name: /^Signals/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Signals' })
  await sheet.getByRole('checkbox', { name: 'Power AC' }).check()
  await sheet.getByRole('checkbox', { name: 'Temperature' }).check()
  // A third quantity has no axis.
  await expect(sheet.getByRole('checkbox', { name: 'Frequency' })).toBeDisabled()
  await expectSound(page)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(page.locator('figure span').filter({ hasText: 'Temperature (right)' })).toBeVisible()
  await page.getByRole('button', { name: /^Next device/ }).click()
  await expect(page).toHaveURL(new RegExp(`deviceId=${one?.next}.*signals=powerW.*temperatureC`))
  await expect(page).toHaveURL(/part=curve/)
  await expect(page.locator('figure span').filter({ hasText: 'Temperature (right)' })).toBeVisible()
  await expectSound(page)
})

test('a shutdown device of which nothing is known is never shown as safe', async ({ asRole, world }) => {
  const page = await asRole('installer', 'en')
  const devices = await devicesOf(page.request, world)
  const never = devices.find(({ kind }) => kind === 'shutdown')
  await page.route(`**/api/devices/${never?.id}`, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { latest: unknown; device: object }
    await route.fulfill({ response: answer, json: { ...body, latest: null } })
  })
  await page.goto(`${world.url}/h5/shutdown-detail?deviceId=${never?.id}`)
  await expect(page.getByText('Treat it as energised.')).toBeVisible()
  await expect(page.getByText('Shut down', { exact: true })).toBeHidden()
  await expectSound(page)
})

test('new credentials ask for the end of the serial number and stay until they are noted', async ({
  asRole,
  world,
}) => {
  const page = await asRole('installer', 'en')
  const gateway = (await devicesOf(page.request, world)).find(({ kind }) => kind === 'gateway')
  await page.goto(`${world.url}/h5/gateway-detail?deviceId=${gateway?.id}`)
  await page.getByRole('button', { name: 'New credentials' }).click()
  const sheet = page.getByRole('dialog', { name: 'New credentials' })
  await sheet.getByRole('textbox').fill('nope')
  await sheet.getByRole('button', { name: 'Create new' }).click()
  await expect(sheet.getByText('These are not the last characters')).toBeVisible()
  await sheet.getByRole('textbox').fill(gateway?.sn.slice(-4) ?? '')
  await sheet.getByRole('button', { name: 'Create new' }).click()
  const shown = page.getByRole('dialog', { name: 'Shown only once' })
  await expect(shown.getByText('Secret', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(shown.getByText('Secret', { exact: true })).toBeVisible()
  await expectSound(page)
  await shown.getByRole('button', { name: 'I have saved them' }).click()
  await expect(shown).toBeHidden()
})

test('what somebody else saved meanwhile is shown beside what was typed', async ({ asRole, world }) => {
  const page = await asRole('installer', 'en')
  const device = (await devicesOf(page.request, world)).findLast(({ kind }) => kind === 'optimizer')
  const path = `${world.url}/api/devices/${device?.id}`
  await page.goto(`${world.url}/h5/optimizer-detail?deviceId=${device?.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const sheet = page.getByRole('dialog', { name: 'Edit device' })
  await sheet.getByRole('textbox').fill('West roof 5')
  const { device: now } = (await (await page.request.get(path)).json()) as { device: { version: number } }
  const other = await page.request.put(path, {
    data: { name: 'By somebody else', warrantyUntil: '2030-05-01' },
    headers: { 'if-match': `"${now.version}"`, 'idempotency-key': crypto.randomUUID() },
  })
  expect(other.status()).toBe(200)
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(sheet.getByText('Name now: By somebody else')).toBeVisible()
  await expect(sheet.getByRole('textbox')).toHaveValue('West roof 5')
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'West roof 5' })).toBeVisible()
})

test('an owner sees a gateway, but neither edits it nor touches its login', async ({ asRole, world }) => {
  const page = await asRole('owner', 'en')
  const gateway = (await devicesOf(page.request, world)).find(({ kind }) => kind === 'gateway')
  await page.goto(`${world.url}/h5/gateway-detail?deviceId=${gateway?.id}`)
  await expect(page.getByRole('heading', { name: 'Data sheet' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'New credentials' })).toBeHidden()
})

for (const { language, theme } of longFlowIn('en'))
  test(`what a sum lacks, a count that was set aside and a message that was not taken are said (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const t = wordsIn(language)
    const page = await asRole('installer', language, theme)
    const made = await makeStation(page, world, `Short-${language}`, placeInAfternoon())
    const { line, place } = await connectStation(page, world, made)
    const never = { id: crypto.randomUUID(), sn: `NEVER${made.sn}`, kind: 'inverter' }
    const nothing = { brand: '', model: '', name: '', parentId: null, stringNo: null, position: null }
    const added = await page.request.post(`${world.url}/api/stations/${made.stationId}/devices`, {
      headers: { 'idempotency-key': crypto.randomUUID() },
      data: { devices: [{ ...never, ...nothing, gatewayId: made.gateway }] },
    })
    expect(added.ok(), await added.text()).toBe(true)
    // Three hours of readings; in their middle the counter says 0 once. An alarm without an event is no alarm.
    const { inverter } = behind(made.sn)
    for (const ago of [180, 120, 90, 60, 30, 0]) {
      const ts = Date.now() - ago * 60_000
      const m = { p: 3000, e_tot: ago === 90 ? 0 : 1_000_000 + (180 - ago) * 50, f: 50 }
      await line.say('tele', { ts, hist: false, d: [{ sn: inverter, ts, st: 'grid', m }] })
    }
    await line.say('alarm', { ev: 'nonsense' })
    const read = async <T>(path: string): Promise<T> =>
      (await (await page.request.get(`${world.url}/api/${path}`)).json()) as T
    type Live = { live: { todayWh: number | null; coverage: { today: number | null } } }
    let share = 0
    await expect(async () => {
      const { live } = await read<Live>(`stations/${made.stationId}`)
      expect(live.todayWh).toBeGreaterThan(0)
      share = Math.floor((live.coverage.today ?? 0) * 100)
      expect(share).toBeGreaterThan(0)
      expect(share).toBeLessThan(100)
    }).toPass()

    const mark = t('ui.covered', { share: `${share}%` })
    await page.goto(`${world.url}/h5/station-detail?stationId=${made.stationId}`)
    await page.getByRole('button', { name: mark, exact: true }).first().click()
    const sheet = page.getByRole('dialog', { name: t('missing.title') })
    const row = sheet.getByRole('link', { name: never.sn })
    await expect(row).toContainText(t('missing.never'))
    await expect(sheet.getByText(`${share}%`).first()).toBeVisible()
    await expect(sheet.getByText(t('missing.how'))).toBeVisible()
    await expectSound(page)
    await picture(page, `missing-${language}-${theme}`)
    await row.click()
    await expect(page).toHaveURL(new RegExp(`inverter-detail\\?deviceId=${never.id}`))
    // The sum of all stations lacks it, too, and leads there.
    await page.goto(`${world.url}/h5/home`)
    await page
      .getByRole('button', { name: around(t('ui.covered', { share: 'ARGUMENT' })) })
      .first()
      .click()
    await expect(sheet.getByRole('link', { name: made.name })).toContainText(`${share}%`)

    await page.goto(`${world.url}/h5/inverter-detail?deviceId=${place.inverter}`)
    await expect(page.getByRole('heading', { name: t('device.aside.title') })).toBeVisible()
    await expect(page.getByText(t('device.aside.zero'))).toBeVisible()
    await expectSound(page)
    await picture(page, `aside-${language}-${theme}`)

    await page.goto(`${world.url}/h5/gateway-detail?deviceId=${made.gateway}`)
    await expect(page.getByRole('heading', { name: t('gateway.drops.title') })).toBeVisible()
    await expect(page.getByText(t('gateway.drops.reason.not_contract'))).toBeVisible()
    await expect(page.getByText(new RegExp(`^${t('gateway.drops.channel.alarm')}`))).toBeVisible()
    await expectSound(page)
    await picture(page, `drops-${language}-${theme}`)
    await line.close()
  })
