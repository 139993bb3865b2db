import { randomBytes } from 'node:crypto'
import { connectAsync, type MqttClient } from 'mqtt'
import { expect, expectSound, test } from './world.ts'
import type { World } from './world-process.ts'

const newSerial = (letters: string): string => `${letters}${randomBytes(5).toString('hex').toUpperCase()}1`

/** A gateway of a person's own making: connects, says what is behind it, and reports once. */
const connectGateway = async (world: World, sn: string, secret: string): Promise<MqttClient> => {
  const boot = randomBytes(8).toString('hex')
  const client = await connectAsync(`mqtt://127.0.0.1:${world.mqttPort}`, {
    clientId: sn,
    username: sn,
    password: secret,
    protocolVersion: 4,
  })
  const ts = Date.now()
  const inverter = `INV${sn}`
  const say = (channel: string, message: object, retain = false): Promise<unknown> =>
    client.publishAsync(`pv/v1/${sn}/${channel}`, JSON.stringify({ v: 1, boot, ...message }), {
      qos: 1,
      retain,
    })
  const net = { mode: '4g', csq: 5 }
  await say('status', { state: 'online', conn: 1, ts, sn, model: 'EMU-2', net, report_s: 300 }, true)
  const listed = { sn: inverter, t: 'inverter', brand: 'SMA', model: 'SB5.0-1AV-41', rated_w: 5000 }
  await say('inv', { rev: 1, devices: [listed] }, true)
  await say('tele', {
    seq: 1,
    ts,
    hist: false,
    d: [{ sn: inverter, ts, st: 'grid', m: { p: 3210, e_tot: 1_000_000 } }],
  })
  return client
}

test('a new gateway: its login is shown once, and its arrival is seen step by step', async ({
  asRole,
  world,
}) => {
  const page = await asRole('installer', 'en')
  const sn = newSerial('NG')
  await page.goto(`${world.url}/h5/add-communication-device`)
  await page.getByText('Without one', { exact: true }).click()
  await page.getByRole('button', { name: 'Add gateway' }).click()
  await expect(page.getByText('This field is required.')).toHaveCount(2)
  await page.getByRole('button', { name: /^Station:/ }).click()
  await page.getByRole('dialog').getByRole('button').nth(1).click()
  await page.getByRole('textbox', { name: 'Serial number' }).fill(`${sn.slice(0, 4)}_`)
  await expect(page.getByText('A serial number has 12 digits')).toBeVisible()
  await page.getByRole('textbox', { name: 'Serial number' }).fill(` ${sn.toLowerCase()} `)
  await expect(page.getByText(`Stored as ${sn}`)).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Add gateway' }).click()

  await expect(page.getByText('Shown only this once')).toBeVisible()
  await expectSound(page)
  const secret = await page.getByText('Secret', { exact: true }).locator('..').getByRole('button').innerText()
  await page.getByRole('button', { name: 'I have entered it' }).click()
  await expect(page.getByText(secret.trim())).toBeHidden()
  await expect(page.getByText('Waiting for the gateway to connect')).toBeVisible()
  await expectSound(page)

  const client = await connectGateway(world, sn, secret.trim())
  await expect(page.getByRole('heading', { name: `${sn} has arrived` })).toBeVisible()
  await expect(page.getByText('1 inverter', { exact: true })).toBeVisible()
  await expect(page.getByText('Weak, −103 dBm')).toBeVisible()
  await expect(page.getByText('3.21', { exact: true })).toBeVisible()
  await expectSound(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: `${sn} has arrived` })).toBeVisible()
  await client.endAsync()
})

test('a serial that is in use and a claim that is refused are said under their fields', async ({
  asRole,
  world,
}) => {
  const page = await asRole('installer', 'zh_CN')
  const answer = await page.request.get(`${world.url}/api/stations?limit=1`)
  const { stations } = (await answer.json()) as { stations: { id: string }[] }
  const stationId = stations[0]?.id ?? ''
  const sn = newSerial('NG')
  const added = await page.request.post(`${world.url}/api/stations/${stationId}/gateways`, {
    data: { id: crypto.randomUUID(), sn, name: '', model: '' },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  expect(added.status()).toBe(201)
  await page.goto(`${world.url}/h5/add-communication-device?stationId=${stationId}`)
  await page.getByRole('textbox', { name: '序列号' }).fill(sn)
  await page.getByRole('textbox', { name: '认领码' }).fill('AAAA-BBBB')
  await page.getByRole('button', { name: '添加网关' }).click()
  await expect(page.getByText('序列号与认领码不匹配，无法添加该网关。')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '认领码' })).toHaveAttribute('aria-invalid', 'true')
  await page.getByText('无认领码', { exact: true }).click()
  await page.getByRole('button', { name: '添加网关' }).click()
  await expect(page.getByText('SN 重复')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '序列号' })).toHaveAttribute('aria-invalid', 'true')
  await expectSound(page)
})

test('who reloads before the login was entered gets another, and what is unfinished is found again', async ({
  asRole,
  world,
}) => {
  const page = await asRole('installer', 'en')
  const answer = await page.request.get(`${world.url}/api/stations?limit=1`)
  const { stations } = (await answer.json()) as { stations: { id: string }[] }
  const sn = newSerial('NG')
  await page.goto(`${world.url}/h5/add-communication-device?stationId=${stations[0]?.id}`)
  await page.getByText('Without one', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Serial number' }).fill(sn)
  await page.getByRole('button', { name: 'Add gateway' }).click()
  const secret = page.getByText('Secret', { exact: true }).locator('..').getByRole('button')
  const first = await secret.innerText()
  await page.reload()
  await expect(page.getByText('Waiting for the gateway to connect')).toBeVisible()
  await expect(secret).toBeHidden()
  await page.getByRole('button', { name: 'Make new credentials' }).click()
  await expect(secret).toBeVisible()
  expect(await secret.innerText()).not.toBe(first)
  await page.goto(`${world.url}/h5/add-communication-device`)
  await page.getByRole('link', { name: sn }).click()
  await expect(page.getByRole('heading', { name: `Waiting for ${sn}` })).toBeVisible()
})
