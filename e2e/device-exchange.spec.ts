import { expect, expectSound, test } from './world.ts'

type Row = {
  id: string
  kind: string
  sn: string
  name: string
  stringNo: number | null
  position: number | null
}
const newSn = (): string => `OPX${String(Date.now()).slice(-9)}`

test('an optimizer is replaced from its page: one place, two records, and back again by the exchange', async ({
  asRole,
  world,
}) => {
  const page = await asRole('installer', 'en')
  const list = await page.request.get(`${world.url}/api/devices?kind=optimizer&unassigned=false&limit=1`)
  const { devices } = (await list.json()) as { devices: Row[] }
  const old = devices[0]
  expect(old).toBeDefined()
  await page.goto(`${world.url}/h5/optimizer-detail?deviceId=${old?.id}`)
  await page.getByRole('button', { name: /Replace device/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Replace device' })
  await sheet.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(sheet.getByText("Enter the new device's serial number.")).toBeVisible()
  const sn = newSn()
  await sheet.getByLabel('SN of the new device').fill(sn.toLowerCase())
  await expectSound(page)
  await sheet.getByRole('button', { name: 'Replace', exact: true }).click()

  await expect(page).not.toHaveURL(new RegExp(old?.id ?? ''))
  await expect(page.getByText(sn).first()).toBeVisible()
  await expect(page.getByText(`${old?.sn} replaced by ${sn}`).last()).toBeVisible()
  const now = await page.evaluate(async (serial) => {
    const answer = await fetch(`/api/devices?search=${serial}`)
    return ((await answer.json()) as { devices: Row[] }).devices[0]
  }, sn)
  expect([now?.stringNo, now?.position]).toEqual([old?.stringNo, old?.position])

  await page.getByRole('link', { name: `Record of ${old?.sn}` }).click()
  await expect(page.getByText(`Replaced by ${sn}. This is the old device's record.`)).toBeVisible()
  await expect(page.getByRole('button', { name: /Replace device/ })).toHaveCount(0)
  await expectSound(page)
  await page.getByRole('link', { name: 'Open new device' }).click()
  await expect(page.getByText(sn).first()).toBeVisible()

  await page.getByRole('button', { name: 'Delete device' }).click()
  const removing = page.getByRole('dialog', { name: 'Delete device' })
  await removing.getByLabel('Last 4 characters of the SN').fill('0000x')
  await removing.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(removing.getByText('This is not the end of the serial number.')).toBeVisible()
  await removing.getByLabel('Last 4 characters of the SN').fill(sn.slice(-4))
  await removing.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page).toHaveURL(/station-detail/)
})

test('删除与迁移：中文界面说明后果，迁移需选择电站', async ({ asRole, world }) => {
  const page = await asRole('installer', 'zh_CN')
  const list = await page.request.get(`${world.url}/api/devices?kind=gateway&limit=1`)
  const [gateway] = ((await list.json()) as { devices: Row[] }).devices
  await page.goto(`${world.url}/h5/gateway-detail?deviceId=${gateway?.id}`)
  await page.getByRole('button', { name: '删除设备' }).click()
  await expect(page.getByRole('dialog', { name: '删除设备' }).getByText(/网关立即断开/)).toBeVisible()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /迁移到其他电站/ }).click()
  await expect(page.getByRole('dialog', { name: '迁移到其他电站' }).getByRole('searchbox')).toBeVisible()
  await expectSound(page)
})
