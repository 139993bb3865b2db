// From a station without a gateway to the first live reading of an inverter on the network, as one person with a phone
// does it: by a pairing code on a small computer, and by the edge of the server itself. Each press is counted.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import { emulatedInverter } from '#simulator/emulated/emulated-inverter.ts'
import { type EmulatedUnit, type ModbusHost, serveModbus } from '#simulator/emulated/modbus-host.ts'
import { simulateDevices } from '#simulator/simulated-station.ts'
import { invertersOf } from '#simulator/station-spec.ts'
import { worldStation } from '#simulator/world.ts'
import { placeOf } from '#web/parts/edges/device-address.ts'
import { customer } from './edge-customer.ts'
import { around, longFlowIn, wordsIn } from './words.ts'
import { expect, expectSound, openWorld, test } from './world.ts'

const edgeProgram = fileURLToPath(new URL('../edge/main.ts', import.meta.url))
/** Where a search looks, and where nothing but devices are: the first that no other program on this machine has. */
const PORTS = [1502, 6607, 502] as const
/** A clear day on Hawaii: the sun of the emulated inverter stands high whenever the test is run. */
const noon = Date.parse('2026-06-10T22:00:00Z')
const spec = worldStation('kona-home')
const [inverter] = invertersOf(spec)
if (!inverter) throw new Error('no inverter')

const serve = async (unit: EmulatedUnit): Promise<ModbusHost> => {
  for (const port of PORTS) {
    const host = await serveModbus('127.0.0.1', port, [unit]).catch(() => null)
    if (host) return host
  }
  throw new Error(`the ports ${PORTS.join(', ')} are all taken`)
}

const emulate = (): Promise<ModbusHost> => {
  const wh = Object.fromEntries(invertersOf(spec).map(({ sn }) => [sn, 43_934_840]))
  const station = simulateDevices(spec, { counters: { ts: noon - 60_000, wh }, gridMs: 60_000 })
  const begun = Date.now()
  const unit = emulatedInverter(station, inverter, 1, () => noon + Date.now() - begun)
  return serve(unit)
}

/** Searches, takes the inverter in, and sees what it gives now. */
const toFirstReading = async (
  page: Page,
  t: ReturnType<typeof wordsIn>,
  { port }: ModbusHost,
  press: (target: Locator) => Promise<void>,
): Promise<void> => {
  await expect(page).toHaveURL(/connect-device/)
  const search = page.getByRole('button', { name: t('edge.search'), exact: true })
  await expect(search).toBeVisible()
  await expectSound(page)
  await press(search)
  await expect(page.getByText(inverter.sn)).toBeVisible()
  await expectSound(page)
  // The same machine may hold devices of others.
  const takeIn = page.getByRole('button', { name: around(t('edge.takeInSpoken', { name: 'ARGUMENT' })) })
  await press(page.locator('div').filter({ hasText: inverter.sn, has: takeIn }).last().locator(takeIn))
  const read = page.getByRole('button', { name: /\d (kW|W)/ })
  await expect(read).toBeVisible()
  await expect(read).toContainText(placeOf(`modbus-tcp://127.0.0.1:${port}?unit=1`))
  await expectSound(page)
}

test.describe.configure({ mode: 'serial' })

for (const look of longFlowIn('zh_CN')) {
  const { language, theme } = look
  const t = wordsIn(language)

  test(`a small computer is paired by its code and reads an inverter, in six presses (${language}, ${theme})`, async ({
    browser,
  }) => {
    const { world, close } = await openWorld({ empty: true })
    const host = await emulate()
    const folder = mkdtempSync(join(tmpdir(), 'sunkeeper-edge-'))
    let edge: ChildProcess | null = null
    try {
      const { context, page, press, presses, seconds } = await customer(browser, world, look)
      await press(page.getByRole('link', { name: t('commissioning.add') }))
      await expectSound(page)
      await press(page.getByRole('link', { name: t('ways.site') }))
      await press(page.getByRole('button', { name: t('pair.make') }))
      // This world has no certificate.
      await press(page.getByRole('button', { name: t('pair.beside') }))
      const shown = page.getByRole('button', {
        name: around(t('ui.copy', { what: t('pair.code') })),
      })
      const code = (await shown.first().innerText()).trim()
      expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
      await expect(page.getByRole('img', { name: t('pair.qr') })).toBeVisible()
      await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d$/)
      await expectSound(page)
      edge = spawn(process.execPath, [edgeProgram, '--server', world.url, '--code', code, '--data', folder], {
        env: { PATH: process.env['PATH'] ?? '', EDGE_ALLOW_LOOPBACK: '1' },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      await toFirstReading(page, t, host, press)
      expect(presses()).toBeLessThanOrEqual(6)
      console.log(`${language}: ${presses()} presses and ${seconds()} s to the first reading`)
      await context.close()
    } finally {
      edge?.kill('SIGTERM')
      await host.close()
      await close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

for (const look of longFlowIn('en')) {
  const { language, theme } = look
  const t = wordsIn(language)

  test(`the edge of the server itself reads an inverter, in five presses (${language}, ${theme})`, async ({
    browser,
  }) => {
    const { world, close } = await openWorld({ empty: true, ownDevices: true })
    const host = await emulate()
    try {
      const { context, page, press, presses, seconds } = await customer(browser, world, look)
      await press(page.getByRole('link', { name: t('commissioning.add') }))
      await press(page.getByRole('link', { name: t('ways.server') }))
      await expectSound(page)
      await press(page.getByRole('button', { name: t('builtIn.handOut', { station: 'Kona' }) }))
      await toFirstReading(page, t, host, press)
      expect(presses()).toBeLessThanOrEqual(5)
      console.log(`${language}: ${presses()} presses and ${seconds()} s to the first reading`)
      await context.close()
    } finally {
      await host.close()
      await close()
    }
  })
}
