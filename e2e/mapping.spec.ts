// What nobody has a profile for, published over MQTT: a person says which of it is which value, tries it, is told what
// does not come and why, mends it, and has a device with readings.
import type { Locator } from '@playwright/test'
import mqtt from 'mqtt'
import { sentence } from '#domain/errors.ts'
import { mosquittoProgram, startMosquitto } from '../tests/mosquitto.ts'
import { customer } from './edge-customer.ts'
import { longFlowIn, wordsIn } from './words.ts'
import { expect, expectSound, openWorld, test } from './world.ts'

const POWER_W = 412
const DRAWN_KWH = 1_234
const SERIAL = 'EM-7'

/** A meter in a broker: power and energy in one JSON, its state as a word beside it, each second anew. */
const publishMeter = async (port: number): Promise<() => Promise<void>> => {
  const client = await mqtt.connectAsync({ host: '127.0.0.1', port })
  const say = (): void => {
    client.publish('house/meter/SENSOR', JSON.stringify({ ENERGY: { Power: POWER_W, Total: DRAWN_KWH } }))
    client.publish('house/meter/mode', 'run')
  }
  const timer = setInterval(say, 1_000)
  return async () => {
    clearInterval(timer)
    await client.endAsync()
  }
}

test.describe.configure({ mode: 'serial' })
test.skip(mosquittoProgram === null, 'skipped: no mosquitto here (apt-get install mosquitto)')

for (const look of longFlowIn('en')) {
  const { language, theme } = look
  const t = wordsIn(language)
  const wrongTopic = sentence('edge_map_topic', language)

  test(`a mapping of one's own is typed, tried, mended and read as a device (${language}, ${theme})`, async ({
    browser,
  }) => {
    const { world, close } = await openWorld({ empty: true, ownDevices: true })
    const broker = await startMosquitto()
    const stop = await publishMeter(broker.port)
    try {
      const { context, page, press } = await customer(browser, world, look)
      await press(page.getByRole('link', { name: t('commissioning.add') }))
      await press(page.getByRole('link', { name: t('ways.server') }))
      await press(page.getByRole('button', { name: t('builtIn.handOut', { station: 'Kona' }) }))
      await press(page.getByRole('button', { name: t('edge.byAddress'), exact: true }))
      const sheet = page.getByRole('dialog', { name: t('edge.byAddress') })
      const choose = async (field: Locator, label: string, option: string): Promise<void> => {
        await field.click()
        await page.getByRole('dialog', { name: label }).getByText(option, { exact: true }).click()
        await expect(page.getByRole('dialog', { name: label })).toBeHidden()
      }
      const picker = (label: string): Locator =>
        sheet.getByRole('button', { name: new RegExp(`^${label.replaceAll(/[()]/g, String.raw`\$&`)}: `) })
      const pick = (label: string, option: string) => choose(picker(label), label, option)
      const field = (label: string): Locator => sheet.getByLabel(label, { exact: true })

      await pick(t('edge.way'), t('edge.ways.mqtt'))
      await field(t('edge.host')).fill('127.0.0.1')
      await field(t('edge.port')).fill(String(broker.port))
      await field(t('edge.topic')).fill('house/meter')
      await pick(t('edge.published'), t('edge.publishedOwn'))
      await pick(t('mapping.kind'), t('kinds.meter.one'))
      await expectSound(page)

      // What cannot be is said before anybody is asked.
      const ask = sheet.getByRole('button', { name: t('edge.probe'), exact: true })
      await field(t('mapping.topic')).fill('SENSOR/#')
      await ask.click()
      await expect(sheet.getByText(wrongTopic)).toBeVisible()
      await field(t('mapping.topic')).fill('SENSOR')
      await expect(sheet.getByText(wrongTopic)).toBeHidden()

      // Two values, the second of them at a place that is not there, and the word of a state.
      await field(t('mapping.path')).fill('ENERGY.Power')
      await sheet.getByRole('button', { name: t('mapping.addValue') }).click()
      await expect(field(t('mapping.topic')).nth(1)).toHaveValue('SENSOR')
      await field(t('mapping.path')).nth(1).fill('ENERGY.Drawn')
      await field(t('mapping.factor')).nth(1).fill('1000')
      await sheet.getByRole('button', { name: t('mapping.addState') }).click()
      await field(t('mapping.stateTopic')).fill('mode')
      await field(t('mapping.state.normal')).fill('run, 1')
      await sheet.getByLabel(t('mapping.serial')).fill(SERIAL)
      await ask.click()
      await expect(sheet.getByText(`${POWER_W} W`, { exact: true }).last()).toBeVisible()
      await expect(sheet.getByText(t('mapping.trouble.no_place'))).toBeVisible()
      await expectSound(page)

      // Mended, and tried again: what came before is no longer shown.
      await field(t('mapping.path')).nth(1).fill('ENERGY.Total')
      await expect(sheet.getByText(t('mapping.trouble.no_place'))).toBeHidden()
      await ask.click()
      await expect(sheet.getByText('1,234,000 Wh', { exact: true }).last()).toBeVisible()
      await expect(sheet.getByText(t('edge.probeFound'))).toBeVisible()
      await expect(sheet.getByText(SERIAL)).toBeVisible()
      await expectSound(page)
      await sheet.getByRole('button', { name: t('edge.add'), exact: true }).click()
      await expect(sheet).toBeHidden()

      // A device of the station, with what was published as its readings and its state.
      const row = page.getByRole('button', { name: /412 W/ })
      await expect(row).toBeVisible()
      await expectSound(page)
      await row.click()
      const state = page.getByRole('dialog').filter({ hasText: SERIAL })
      await expect(state).toBeVisible()
      await state.getByText(t('edge.part.settings'), { exact: true }).click()
      // What was typed stands there to be changed.
      await expect(state.getByLabel(t('mapping.path'), { exact: true }).nth(1)).toHaveValue('ENERGY.Total')
      await expect(state.getByLabel(t('mapping.state.normal'), { exact: true })).toHaveValue('1, run')
      await expectSound(page)
      await state.getByText(t('edge.part.state'), { exact: true }).click()
      await state.getByText(SERIAL).last().click()
      await expect(page).toHaveURL(/station-detail\?device=/)
      await expect(page.getByText('412', { exact: true }).first()).toBeVisible()
      await expect(page.getByRole('main')).toContainText(/1\.23\s*MWh/)
      await expect(page.getByText(t('state.normal'), { exact: true }).first()).toBeVisible()
      await expectSound(page)
      await context.close()
    } finally {
      await stop()
      await broker.remove()
      await close()
    }
  })
}
