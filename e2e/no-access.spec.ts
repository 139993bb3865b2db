import type { BrowserContext, Page } from '@playwright/test'
import { pathTo, type RouteName, searches } from '#web/paths.ts'
import { behind } from './hand-gateway.ts'
import { connectStation, makeStation, type Place } from './screens.ts'
import { expect, inLanguage, type Language, type Role, signInAs, test } from './world.ts'
import type { World } from './world-process.ts'
import { wordsIn } from './words.ts'

/** Stands in every text of the other company: its name, its person, its station, its serial numbers. */
const marker = 'QQFOREIGN'

type Foreign = Place & { alarm: string }

/** A company that none of the visitors belongs to, with a station whose devices report and alarm. */
const makeForeign = async (page: Page, world: World): Promise<Foreign> => {
  const write = async (path: string, data: object): Promise<void> => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const answer = await page.request.post(`${world.url}${path}`, { data, headers })
    expect(answer.status(), await answer.text()).toBe(201)
  }
  const companyId = crypto.randomUUID()
  const name = marker + companyId.slice(0, 8)
  await write('/api/companies', { id: companyId, name: `${name} company` })
  const person = { account: name.toLowerCase(), name: `${name} person`, password: 'a long enough password' }
  await write('/api/accounts', { id: crypto.randomUUID(), role: 'installer', companyId, ...person })
  const station = { companyId, ownerName: `${name} owner`, address: `${name} street`, letters: marker }
  const made = await makeStation(page, world, name, station)
  const { line, place } = await connectStation(page, world, made)
  await line.report()
  await line.raise(behind(made.sn).inverter, '2062', '1')
  let alarm = ''
  await expect(async () => {
    const answer = await page.request.get(`${world.url}/api/alarms?stationId=${place.stationId}`)
    const { alarms } = (await answer.json()) as { alarms: { id: string }[] }
    alarm = alarms[0]?.id ?? ''
    expect(alarm).not.toBe('')
  }).toPass()
  await line.close()
  return { ...place, alarm }
}

/** Every address of the app that there is, aimed at what belongs to the other company. */
const addresses = (place: Foreign): string[] => {
  const { stationId } = place
  const ids: Record<string, string> = {
    stationId,
    gatewayId: place.gateway,
    alarmId: place.alarm,
    orderId: place.order,
    taskId: crypto.randomUUID(),
  }
  const devices: Partial<Record<RouteName, string>> = {
    'inverter-detail': place.inverter,
    'optimizer-detail': place.optimizer,
    'gateway-detail': place.gateway,
    'shutdown-detail': place.shutdown,
  }
  const names = Object.keys(searches) as RouteName[]
  expect(names).toHaveLength(37)
  return names.map((name) => {
    const asked = Object.keys(searches[name])
    const search = Object.fromEntries(
      asked.flatMap((key) => {
        const id = key === 'deviceId' ? (devices[name] ?? place.inverter) : ids[key]
        return id === undefined ? [] : [[key, id]]
      }),
    )
    return pathTo(name, search as never)
  })
}

type Heard = { url: string; status: number; body: string }

/** All that the API has answered to a page, streams excepted. */
const hearing = (page: Page): Promise<Heard>[] => {
  const heard: Promise<Heard>[] = []
  page.on('response', (response) => {
    const url = response.url()
    if (!/\/api\/(?!live)/.test(url)) return
    const read = response.text().catch(() => '')
    heard.push(read.then((body) => ({ url, status: response.status(), body })))
  })
  return heard
}

const visitors: [role: Role, language: Language][] = [
  ['owner', 'zh_CN'],
  ['maintainer', 'en'],
  ['nobody', 'zh_CN'],
]

const asAdministrator = async (context: BrowserContext, world: World): Promise<Page> => {
  const other = await context.browser()?.newContext()
  if (!other) throw new Error('no browser')
  await signInAs(other, world, 'administrator')
  return other.newPage()
}

for (const [role, language] of visitors) {
  const t = wordsIn(language)

  test(`Z9: whoever types the address of a screen sees nothing that is not theirs, and no empty page (${role}, ${language})`, async ({
    page,
    context,
    world,
  }) => {
    const administrator = await asAdministrator(context, world)
    const place = await makeForeign(administrator, world)
    const known = await administrator.request.get(`${world.url}/api/stations/${place.stationId}`)
    expect(await known.text()).toContain(marker)
    await administrator.context().close()

    await inLanguage(context, language)
    await signInAs(context, world, role)
    const heard = hearing(page)
    for (const address of addresses(place)) {
      await test.step(address, async () => {
        await page.goto(`${world.url}/h5${address}`)
        const main = page.locator('main')
        await expect(main).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\S/)
        await expect(main).toHaveText(/\S/)
        expect(await page.locator('body').innerText()).not.toContain(marker)
      })
    }
    const answers = await Promise.all(heard)
    expect(answers.length).toBeGreaterThan(37)
    expect(answers.filter(({ body }) => body.includes(marker)).map(({ url }) => url)).toEqual([])
    const asked = answers.filter(({ url }) => Object.values(place).some((id) => url.includes(id)))
    expect(asked.length).toBeGreaterThan(4)
    expect(asked.filter(({ url }) => url.includes(place.alarm))).not.toEqual([])
    expect(asked.filter(({ status }) => status !== 403 && status !== 404)).toEqual([])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  })

  test(`Z9: what may not be done is said before anything is filled in (${role}, ${language})`, async ({
    page,
    context,
    world,
  }) => {
    await inLanguage(context, language)
    await signInAs(context, world, role)
    await page.goto(`${world.url}/h5/create-or-edit-station`)
    await expect(page.getByRole('heading', { name: t('failure.forbidden') })).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await page.goto(`${world.url}/h5/add-communication-device`)
    await expect(page.getByRole('heading', { name: t('failure.forbidden') })).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
  })
}
