import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { deviceKinds } from '#domain/devices/kinds.ts'
import type { Preview } from './control-queries.ts'
import { Effect } from './effect.tsx'

await words.need('control')

const preview = (of: Partial<Preview['counts']>): Preview => {
  const counts = Object.fromEntries(deviceKinds.map((kind) => [kind, of[kind] ?? 0]))
  const sum = Object.values(counts).reduce((all, one) => all + one, 0)
  return {
    counts,
    ratedW: 5_000,
    powerW: 1_200,
    devices: Array.from({ length: sum }, () => ({})),
    timeZone: 'Asia/Shanghai',
  } as unknown as Preview
}
const put = (of: Partial<Preview['counts']>) =>
  show(<Effect act={{ op: 'restart' }} preview={preview(of)} now={0} />)

test('devices of one kind are counted once, under the name of their kind', async () => {
  await put({ inverter: 1 })
  await expect.element(page.getByText('Inverters', { exact: true })).toBeVisible()
  expect(page.getByText(/1 inverter/).all()).toEqual([])
})

test('of several kinds it is said how many of each', async () => {
  await put({ inverter: 1, optimizer: 12 })
  await expect.element(page.getByText('Devices', { exact: true })).toBeVisible()
  await expect.element(page.getByText('1 inverter', { exact: true })).toBeVisible()
  await expect.element(page.getByText('12 optimizers', { exact: true })).toBeVisible()
})
