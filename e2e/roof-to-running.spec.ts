// From the box on the roof to a running station, as one person with a phone does it.
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { chromiumArguments, findChromium } from '../scripts/prepare-tests.ts'
import { type Label, writeFilm } from './pictures.ts'
import { newSerial } from './hand-gateway.ts'
import { type Roof, startRoofGateway } from './roof-gateway.ts'
import { around, longFlowIn, wordsIn } from './words.ts'
import { expect, expectSound, inLanguage, signInAs, test } from './world.ts'
import type { World } from './world-process.ts'

const film = join(tmpdir(), `sunkeeper-roof-${process.pid}.y4m`)
const chromium = findChromium()
test.use({
  // Rather than at the end of all.
  actionTimeout: 30_000,
  launchOptions: {
    ...(chromium === null ? {} : { executablePath: chromium }),
    args: [
      ...chromiumArguments,
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  },
})
test.afterAll(() => rmSync(film, { force: true }))

const MODULES = 60
const formats = ['qrcode', 'code128', 'datamatrix'] as const
/** Two labels beside each other, as a carton shows them. */
const filmOf = async (serials: readonly string[]): Promise<void> => {
  const labels = serials.map((text, no): Label => ({ format: formats[no % 3] ?? 'qrcode', text }))
  await writeFilm(
    film,
    labels.flatMap((label, no) => (no % 2 === 0 ? [[label, ...labels.slice(no + 1, no + 2)]] : [])),
  )
}

/** What only an administrator does: the gateway's maker has registered it, and the new colleague gets an account. */
const prepare = async (admin: APIRequestContext, world: World, roof: Roof, claimCode: string) => {
  const post = async (path: string, data: object): Promise<void> => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const answer = await admin.post(`${world.url}${path}`, { data, headers })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  const { sn, secret } = roof.gateway
  await post('/api/registry', { csv: `serial,secret,claim_code,model\n${sn},${secret},${claimCode},EMU-2\n` })
  const { person } = (await (await admin.get(`${world.url}/api/session`)).json()) as {
    person: { company: { id: string } }
  }
  const account = `roof.${randomBytes(4).toString('hex')}`
  const password = randomBytes(12).toString('hex')
  await post('/api/accounts', {
    id: crypto.randomUUID(),
    account,
    password,
    name: 'Nomvula Dlamini',
    role: 'installer',
    companyId: person.company.id,
  })
  return { account, password }
}

type Curve = { ts: number[]; series: { metric: string; values: (number | null)[] }[]; exchanges: object[] }
type ArrayAnswer = {
  strings: { id: string; no: number }[]
  places: { id: string; deviceId: string | null; stringId: string | null; position: number | null }[]
}

for (const { language, theme } of longFlowIn('zh_CN')) {
  const t = wordsIn(language)

  test(`from the box on the roof to a running station (${language}, ${theme})`, async ({
    page,
    context,
    browser,
    world,
  }) => {
    const stem = `${language === 'en' ? 'E' : 'Z'}${randomBytes(3).toString('hex').toUpperCase()}`
    const roof: Roof = {
      gateway: { sn: newSerial('RG'), secret: randomBytes(16).toString('hex') },
      inverter: `RI${stem}1`,
      optimizers: Array.from({ length: MODULES }, (_, no) => `RO${stem}${String(no + 1).padStart(3, '0')}`),
    }
    const sn = (no: number): string => roof.optimizers[no - 1] ?? ''
    await filmOf(roof.optimizers)
    const claimCode = `K7QM-${stem.slice(1, 5)}`
    const office = await browser.newContext()
    await signInAs(office, world, 'administrator')
    const { account, password } = await prepare(office.request, world, roof, claimCode)
    await inLanguage(context, language, { theme, url: world.url })
    await context.grantPermissions(['camera'], { origin: world.url })
    const read = async <T>(path: string): Promise<T> =>
      (await (await page.request.get(`${world.url}${path}`)).json()) as T
    const go = async (route: string): Promise<unknown> => page.goto(`${world.url}/h5/${route}`)
    let stationId = ''
    let gatewayId = ''
    let line = startRoofGateway(world, roof, false)

    await test.step('a new installer signs in', async () => {
      await go('create-or-edit-station')
      await page.getByLabel(t('accounts.account')).fill(account)
      await page.getByLabel(t('accounts.password'), { exact: true }).fill(password)
      await page.getByRole('button', { name: t('accounts.signIn') }).click()
      await expect(page.getByRole('textbox', { name: t('editing.name') })).toBeVisible()
    })

    await test.step('a station at 33.9 S, 18.4 E', async () => {
      const next = page.getByRole('button', { name: t('editing.next') })
      await page.getByRole('textbox', { name: t('editing.name') }).fill(`Roof-${stem}`)
      await page.getByRole('button', { name: t('editing.type') }).click()
      await page.getByRole('dialog').getByText(t('stations.type.residential'), { exact: true }).click()
      await next.click()
      await page.getByRole('textbox', { name: t('editing.latitude') }).fill('33.9')
      await page.getByText(t('editing.south'), { exact: true }).click()
      await page.getByRole('textbox', { name: t('editing.longitude') }).fill('18.4')
      await page.getByText(t('editing.east'), { exact: true }).click()
      await expect(page.getByRole('button', { name: /Africa\/Johannesburg/ })).toBeVisible()
      await next.click()
      await page.getByRole('textbox', { name: t('editing.capacity') }).fill('27')
      await next.click()
      await page.getByRole('button', { name: t('editing.create') }).click()
      await expect(page.getByText(/^PSZA\d+/)).toBeVisible()
      await page.getByRole('link', { name: t('editing.addGateway') }).click()
      await expect(page).toHaveURL(/stationId=/)
      stationId = new URL(page.url()).searchParams.get('stationId') ?? ''
      const { station } = await read<{ station: object }>(`/api/stations/${stationId}`)
      expect(station).toMatchObject({ latitude: 33.9, north: false, longitude: 18.4, east: true })
    })

    await test.step('the gateway is claimed, and arrives', async () => {
      await page.getByRole('textbox', { name: t('adding.sn') }).fill(roof.gateway.sn)
      await page.getByRole('textbox', { name: t('adding.claimCode') }).fill(claimCode)
      await page.getByRole('button', { name: t('adding.add'), exact: true }).click()
      await expect(
        page.getByRole('heading', { name: t('adding.arrived', { name: roof.gateway.sn }) }),
      ).toBeVisible()
      gatewayId = new URL(page.url()).searchParams.get('gatewayId') ?? ''
      await expectSound(page)
    })

    await test.step('what it has found is confirmed', async () => {
      await go(`connect-device?gatewayId=${gatewayId}`)
      await page.getByRole('button', { name: t('connect.confirm', { count: 1 }) }).click()
      await expect(page.getByText(t('connect.matchingTitle', { count: 1 }), { exact: true })).toBeVisible()
    })

    await test.step('sixty labels are scanned', async () => {
      await go(`add-generate-power-device?stationId=${stationId}`)
      await page.getByText(t('kinds.optimizer.short'), { exact: true }).click()
      await page.getByRole('button', { name: t('addDevices.scan'), exact: true }).click()
      const camera = page.getByRole('dialog', {
        name: t('addDevices.scanTitle', { kinds: t('kinds.optimizer.within') }),
      })
      await expect(camera.getByText(String(MODULES), { exact: true })).toBeVisible({ timeout: 600_000 })
      await camera.getByRole('button', { name: t('addDevices.done') }).click()
      await page.getByRole('button', { name: t('addDevices.save', { count: MODULES }), exact: true }).click()
      await expect(page.getByText(t('addDevices.created'), { exact: true })).toBeVisible()
      await go(`connect-device?gatewayId=${gatewayId}`)
      await expect(
        page.getByText(t('connect.missingTitle', { count: MODULES }), { exact: true }),
      ).toBeVisible()
    })

    const string = (no: number) => page.getByRole('group', { name: t('arrays.string', { no: String(no) }) })
    const position = (no: number, at: number) =>
      string(no).getByRole('button', { name: `${t('arrays.position', { no: String(at) })}: ` })
    await test.step('three strings of twenty', async () => {
      await go(`group-device-list?stationId=${stationId}`)
      for (const no of [1, 2, 3]) {
        const add = { name: t('arrays.list.add'), exact: true }
        await page.getByRole('link', add).or(page.getByRole('button', add)).first().click()
        await expect(page.getByRole('textbox', { name: t('arrays.form.no'), exact: true })).toHaveValue(
          String(no),
        )
        await page.getByRole('textbox', { name: t('arrays.form.capacity') }).fill('9000')
        await page.getByRole('button', { name: t('arrays.form.save') }).click()
        await expect(page).toHaveURL(/group-device-list/)
      }
      await go(`generate-power-device-config?stationId=${stationId}`)
      for (const no of [1, 2, 3]) {
        await position(no, 1).click()
        await page.getByRole('button', { name: t('arrays.hand.fill'), exact: true }).click()
        await page.getByRole('button', { name: t('arrays.fill.done'), exact: true }).click()
        await expect(position(no, 20)).toHaveAccessibleName(new RegExp(sn(no * 20)))
      }
      await page.getByText(t('arrays.layout'), { exact: true }).click()
      await page.getByRole('button', { name: t('arrays.area.add') }).click()
      const sheet = page.getByRole('dialog', { name: t('arrays.area.add') })
      await sheet.getByLabel(t('arrays.area.rows'), { exact: true }).fill('6')
      await sheet.getByLabel(t('arrays.area.cols'), { exact: true }).fill('10')
      await sheet.getByRole('button', { name: t('arrays.area.save') }).click()
      await page.getByRole('button', { name: t('arrays.tools.fill'), exact: true }).click()
      await page.getByRole('button', { name: t('arrays.snake.done', { count: String(MODULES) }) }).click()
      await expect(page.getByRole('application').locator('[data-sn]')).toHaveCount(MODULES)
      await expect(page.getByText(t('arrays.saving.saved'), { exact: true })).toBeVisible()
    })

    await test.step('the strings are plugged in: the gateway finds all', async () => {
      await line.stop()
      line = startRoofGateway(world, roof, true)
      await go(`connect-device?gatewayId=${gatewayId}`)
      await expect(
        page.getByText(t('connect.complete', { count: MODULES + 1 }), { exact: true }),
      ).toBeVisible()
      await expectSound(page)
    })

    await test.step('it is activated', async () => {
      await go(`communication-device-list?stationId=${stationId}`)
      await page
        .getByRole('checkbox', { name: t('commissioning.choose', { name: roof.gateway.sn }) })
        .check({ force: true })
      await page.getByRole('button', { name: t('commissioning.activate'), exact: true }).click()
      await expect(page.getByRole('article').filter({ hasText: roof.gateway.sn })).toContainText(
        t('commissioning.state.activated'),
      )
      await expect.poll(() => line.gateway.activated).toBe(true)
    })

    const map = page.locator('[data-looks]')
    const measured = async (): Promise<number> =>
      ((await map.getAttribute('data-looks')) ?? '').split(',').filter((look) => /^\d$/.test(look)).length
    await test.step('the heat map fills', async () => {
      await go(`device-topology?stationId=${stationId}`)
      await expect(map).toHaveAttribute('data-looks', /never/)
      expect(await measured()).toBe(0)
      line.reportOptimizers()
      await expect.poll(measured).toBe(MODULES)
      await expectSound(page)
    })

    const replacement = `RN${stem}7`
    await test.step('one optimizer is replaced: one unbroken curve, with the exchange in it', async () => {
      const { strings, places } = await read<ArrayAnswer>(`/api/stations/${stationId}/array`)
      const second = strings.find(({ no }) => no === 2)?.id
      const place = places.find((one) => one.stringId === second && one.position === 5)
      const curve = async (): Promise<Curve> => read(`/api/places/${place?.id}/curve`)
      const readings = async (): Promise<number> => (await curve()).ts.length
      await expect.poll(readings).toBeGreaterThan(2)
      await go(`optimizer-detail?deviceId=${place?.deviceId}`)
      await page.getByRole('button', { name: new RegExp(t('exchange.replace')) }).click()
      const sheet = page.getByRole('dialog', { name: t('exchange.replace') })
      await sheet.getByLabel(t('exchange.newSn')).fill(replacement)
      const before = await readings()
      await sheet.getByRole('button', { name: t('exchange.doReplace'), exact: true }).click()
      await expect(page).not.toHaveURL(new RegExp(place?.deviceId ?? 'none'))
      const told = around(
        t('exchange.exchangeLine', { instant: 'ARGUMENT', oldSn: sn(25), newSn: replacement }),
      )
      await expect(page.getByRole('link', { name: t('exchange.openOld', { sn: sn(25) }) })).toBeVisible()
      await expect(page.getByText(told).last()).toBeVisible()
      // What the new one measures goes on where the old one has stopped.
      await expect.poll(readings).toBeGreaterThan(before + 2)
      const { exchanges, series, ts } = await curve()
      expect(exchanges).toMatchObject([{ oldSn: sn(25), newSn: replacement }])
      const [{ at }] = exchanges as [{ at: number }]
      expect([ts.some((one) => one < at), ts.some((one) => one > at)]).toEqual([true, true])
      const power = series.find(({ metric }) => metric === 'powerW')?.values ?? []
      expect(power).toHaveLength(ts.length)
      expect(power.every((value) => value !== null && value > 0)).toBe(true)
      // The exchange stands in the chart too, in words for whoever hears it.
      await expect(page.getByRole('slider', { name: new RegExp(`${sn(25)}.*${replacement}`) })).toBeVisible()
      await expectSound(page)
    })

    await line.stop()
    await office.close()
  })
}
