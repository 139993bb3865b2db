import type { Page } from '@playwright/test'
import type { CommandRequest } from '#contract/mqtt/command.ts'
import { tailOf } from '#domain/commands/control-limits.ts'
import { signInToControl } from './control-site.ts'
import { behind, connectGateway } from './hand-gateway.ts'
import { makeStation } from './screens.ts'
import { expect, expectSound, inLanguage, test } from './world.ts'
import type { World } from './world-process.ts'
import { around, longFlowIn, wordsIn } from './words.ts'

test.use({ worldName: 'limits' })

const RATED_W = 5_000

/** A station with an inverter of 5 kW that gives 3.21 kW and ends limits by its own timer; it can be limited, no more. */
const openLimitSite = async (page: Page, world: World, name: string) => {
  const { stationId, sn, secret } = await makeStation(page, world, name, { letters: 'LM' })
  const inverter = behind(sn).inverter
  const orders: CommandRequest[] = []
  let share = 100
  let refuses: string | null = null
  const gateway = await connectGateway(world, sn, secret, {
    onOrder: (order) => {
      const said = { v: 1, id: order.id, ts: Date.now() } as const
      if (order.op === 'limit') {
        orders.push(order)
        if (refuses === null)
          share = order.args.pct ?? Math.round((100 * (order.args.w ?? RATED_W)) / RATED_W)
      }
      const after = { limit_pct: share, p: Math.min(3_210, (share / 100) * RATED_W), st: 'grid' }
      const isTold = order.op === 'limit' && refuses !== null
      const results = [
        isTold ? { sn: inverter, ok: false, code: refuses ?? '' } : { sn: inverter, ok: true, after },
      ]
      void gateway
        .answer({ ...said, stage: 'accepted' })
        .then(async () => gateway.answer({ ...said, stage: 'done', results }))
    },
  })
  const can = { limit: { min_pct: 10, units: ['pct', 'w'], reversion: 'device' } }
  await gateway.say('inv', {
    rev: 2,
    devices: [{ sn: inverter, t: 'inverter', brand: 'SMA', model: 'SB5.0', rated_w: RATED_W, can }],
  })
  await gateway.report()
  type Device = { id: string; sn: string; kind: string }
  let id = ''
  await expect(async () => {
    const answer = await page.request.get(`${world.url}/api/stations/${stationId}/devices`)
    const { devices } = (await answer.json()) as { devices: Device[] }
    const found = devices.find(({ kind }) => kind === 'inverter')
    const detail = await page.request.get(`${world.url}/api/devices/${found?.id ?? ''}`)
    expect(((await detail.json()) as { can: unknown }).can).not.toBe(null)
    id = found?.id ?? ''
  }).toPass()
  return {
    stationId,
    id,
    inverter,
    orders,
    refuse: (code: string | null): void => {
      refuses = code
    },
    /** The timer of the inverter has run out. */
    end: async (): Promise<void> => {
      share = 100
      const last = orders.at(-1)?.id ?? ''
      await gateway.answer({
        v: 1,
        id: last,
        ts: Date.now(),
        stage: 'ended',
        by: 'device',
        results: [{ sn: inverter, ok: true }],
      })
    },
    stop: () => gateway.close(),
  }
}

for (const { language, theme } of longFlowIn('zh_CN'))
  test(`E4: a limit says before, while and afterwards what it does, until when and who ends it (${language}, ${theme})`, async ({
    context,
    page,
    world,
  }) => {
    const t = wordsIn(language)
    await inLanguage(context, language, { theme, url: world.url })
    await signInToControl(context, world)
    const name = `Limited-${language}-${theme}`
    const site = await openLimitSite(page, world, name)
    const sheet = page.getByRole('dialog')
    const send = async (op: string): Promise<void> => {
      await sheet.getByLabel(t('control.confirmLabel', { count: '4' })).fill(tailOf(site.inverter))
      await sheet.getByRole('button', { name: t('control.send', { op }), exact: true }).click()
      await expect(sheet).toBeHidden()
    }
    const press = (label: string) => page.getByRole('button', { name: label, exact: true }).click()
    try {
      await page.goto(`${world.url}/h5/inverter-detail?deviceId=${site.id}`)
      // What it cannot do (on, off, restart) is said before it is asked.
      await expect(page.getByText(t('controls.cannot'))).toHaveCount(3)
      await press(t('controls.limit'))
      await expect(sheet.getByText(t('limits.who.device'))).toBeVisible()
      await expect(sheet.getByText('710', { exact: true })).toBeVisible()
      const amount = sheet.getByLabel(t('limits.limit'))
      await amount.fill('5')
      await expect(
        sheet.getByText(around(t('limits.lack.limit_too_low', { min: '10', names: 'ARGUMENT' }))),
      ).toBeVisible()
      await expect(sheet.getByRole('button', { name: t('control.op.limit_to', { to: '5%' }) })).toBeDisabled()
      await amount.fill('30')
      await expect(sheet.getByText('1.71', { exact: true })).toBeVisible()
      await sheet.getByText(t('limits.choice.h12'), { exact: true }).click()
      await expect(sheet.getByText(around(t('limits.renewed', { time: 'ARGUMENT' })))).toBeVisible()
      await expectSound(page)
      await send(t('control.op.limit_to', { to: '30%' }))

      // While it holds, its end runs down, on the act as on every page of the device and the station.
      const left = page.getByRole('timer')
      await expect(left).toBeVisible()
      await expect(page.getByText(t('limits.who.device'))).toBeVisible()
      expect(site.orders.at(-1)?.args).toMatchObject({ pct: 30, rvrt_s: 4 * 3_600 })
      await expectSound(page)
      const limited = around(
        t('stations.limitedTo', { count: 1, to: '30%', by: 'Controller', at: 'ARGUMENT' }),
      )
      for (const path of [
        `station-detail?stationId=${site.stationId}`,
        `station-list?search=${name}`,
        'om-page',
      ])
        await test.step(path, async () => {
          await page.goto(`${world.url}/h5/${path}`)
          await expect(page.getByText(limited).first()).toBeVisible()
        })
      await page.goto(`${world.url}/h5/station-detail?stationId=${site.stationId}`)
      await expect(page.getByText(t('state.curtailed'), { exact: true }).first()).toBeVisible()
      await expect(left).toBeVisible()
      await expectSound(page)

      // Longer, in watts this time: the one before it is over, by whom is said.
      await press(t('limits.longer'))
      await sheet.getByText(t('limits.watts'), { exact: true }).first().click()
      await sheet.getByLabel(t('limits.limit')).fill('2000')
      await sheet.getByText(t('limits.choice.h1'), { exact: true }).click()
      await send(t('limits.longerTitle'))
      await expect(left).toBeVisible()
      expect(site.orders.at(-1)?.args).toMatchObject({ w: 2_000, rvrt_s: 3_600 })
      await page.goto(`${world.url}/h5/remote-control?stationId=${site.stationId}&view=ledger`)
      await expect(page.getByText(t('limits.end.replaced', { by: 'Controller' })).first()).toBeVisible()

      // The timer of the inverter ends it, and an open page says so.
      await page.goto(`${world.url}/h5/inverter-detail?deviceId=${site.id}`)
      await expect(left).toBeVisible()
      await site.end()
      await expect(left).toHaveCount(0)
      await expect(page.getByText(t('limits.end.device')).first()).toBeVisible()
      await page.goto(`${world.url}/h5/remote-control?stationId=${site.stationId}&view=ledger`)
      await page.getByText(t('limits.end.device')).first().click()
      await expect(
        page.getByRole('list', { name: t('control.steps') }).getByText(t('limits.end.device')),
      ).toBeVisible()
      await expectSound(page)

      // One that is lifted by hand, and one that the inverter takes and does nothing about.
      await page.goto(`${world.url}/h5/inverter-detail?deviceId=${site.id}`)
      await press(t('controls.limit'))
      await send(t('control.op.limit_to', { to: '50%' }))
      await expect(left).toBeVisible()
      await press(t('limits.lift'))
      await expect(sheet.getByText(t('limits.effectLift', { count: 1 }))).toBeVisible()
      await send(t('limits.liftTitle'))
      await expect(page.getByText(t('control.op.lift')).first()).toBeVisible()
      await page.goto(`${world.url}/h5/remote-control?stationId=${site.stationId}&view=ledger`)
      await expect(page.getByText(around(t('limits.end.lifted', { by: 'Controller' }))).first()).toBeVisible()
      site.refuse('did_nothing')
      await page.goto(`${world.url}/h5/inverter-detail?deviceId=${site.id}`)
      await press(t('controls.limit'))
      await send(t('control.op.limit_to', { to: '50%' }))
      await expect(page.getByText(around(t('control.code.did_nothing'))).first()).toBeVisible()
      await expect(page.getByText(t('limits.wayOut.did_nothing'))).toBeVisible()
      await expectSound(page)
    } finally {
      await site.stop()
    }
  })
