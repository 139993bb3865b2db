import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Answering, signedIn } from '#tests/components/answers.tsx'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { TroubleRow } from './trouble-row.tsx'
import type { Trouble } from './use-troubles.ts'

await words.need('troubles', 'alarms', 'orders')

const chief = signedIn(['om:alarm:view', 'om:order:create', 'om:order:dispatch'])
const station = { id: '00000000-0000-4000-8000-0000000000aa', name: 'Roof', timeZone: 'Asia/Shanghai' }
const device = {
  id: '00000000-0000-4000-8000-0000000000bb',
  kind: 'inverter' as const,
  sn: 'A2112250013',
  name: '',
}
const trouble: Trouble = {
  id: device.id,
  device,
  station,
  reason: 'shutdown',
  since: 1_000,
  children: 0,
  alarms: [],
  alarmCount: 0,
  level: null,
  impact: { of: 'dark', powerW: 250_000, perHour: null, against: null },
  order: null,
}
const put = (one: Trouble) =>
  show(
    <Answering answers={chief}>
      <ul>
        <TroubleRow trouble={one} onDispatch={() => undefined} />
      </ul>
    </Answering>,
  )

test('what it costs stands beside the button, within the row', async () => {
  await put(trouble)
  const button = page.getByRole('button', { name: /^Dispatch/ })
  await expect.element(button).toBeVisible()
  const [act, cost] = [
    button.element().getBoundingClientRect(),
    page.getByText('250 kW').element().getBoundingClientRect(),
  ]
  expect(cost.top).toBeGreaterThanOrEqual(act.top)
  expect(cost.bottom).toBeLessThanOrEqual(act.bottom)
  const place = page.getByText('A2112250013', { exact: true }).element().getBoundingClientRect()
  expect(place.bottom).toBeLessThanOrEqual(act.top)
})

test('who has it takes the place of the button', async () => {
  const handler = { id: '00000000-0000-4000-8000-0000000000dd', name: 'Zhou Weiming' }
  const order = {
    id: '00000000-0000-4000-8000-0000000000ee',
    no: 'WO1',
    version: 1,
    status: 'receiving' as const,
    handler,
  }
  await put({ ...trouble, order })
  await expect.element(page.getByRole('link', { name: /Zhou Weiming/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Dispatch/ })).not.toBeInTheDocument()
})

test('an order that nobody has is still to be given to somebody, and says so', async () => {
  const order = {
    id: '00000000-0000-4000-8000-0000000000ee',
    no: 'WO1',
    version: 1,
    status: 'dispatching' as const,
    handler: null,
  }
  await put({ ...trouble, order })
  await expect.element(page.getByRole('button', { name: /^Dispatch/ })).toBeVisible()
  await expect.element(page.getByText('Unassigned')).toBeVisible()
})

test('what has no name says what it is', async () => {
  await put(trouble)
  await expect.element(page.getByRole('link')).toMatchTextContent(/Roof · Inverter · A2112250013/)
})

test('its name takes the place of what it is, and what costs nothing says so', async () => {
  const impact = { of: 'none', powerW: null, perHour: null, against: null } as const
  await put({ ...trouble, device: { ...device, name: 'West 3' }, impact })
  await expect
    .element(page.getByRole('link'))
    .toMatchTextContent(/Roof · West 3 · A2112250013.*Nothing lost now/)
})

test.each([
  [{ of: 'none', powerW: null, perHour: null, against: null }, /7.15 kWh lost · ¥3.82/],
  [trouble.impact, /250 kW · 7.15 kWh lost · ¥3.82/],
] as const)('where nothing is lost at night, the row has what was lost so far (%#)', async (impact, told) => {
  const id = '00000000-0000-4000-8000-0000000000ff'
  const alarm = {
    id,
    station,
    device,
    code: 'RULE-weak_module',
    name: { en: 'Weak module', zh_CN: '弱' },
    level: 'prompt',
    status: 'unsolved',
    count: 1,
    createdAt: 1_000,
    occurredAt: 1_000,
    closeType: 'not_operated',
    closedAt: null,
    clearedAt: null,
    closesAt: null,
    acknowledged: null,
    costSoFar: { wh: 7150, money: { amount: 3.82, currency: 'CNY' } },
  } as const
  await put({ ...trouble, impact, alarms: [alarm] })
  await expect.element(page.getByRole('link')).toMatchTextContent(told)
})

test('by night what a fault has cost takes two lines beside the button on a phone, and no more', async () => {
  const alarm = {
    ...({} as Trouble['alarms'][number]),
    id: '00000000-0000-4000-8000-0000000000ff',
    station,
    device,
    code: '2062',
    name: { en: 'Low insulation resistance', zh_CN: '绝缘电阻低' },
    level: 'emergent',
    status: 'unsolved',
    count: 2,
    createdAt: 1_000,
    occurredAt: 1_000,
    acknowledged: null,
    closesAt: null,
    costSoFar: { wh: 1_470_000, money: { amount: 782.41, currency: 'CNY' } },
  } as const
  await put({ ...trouble, alarms: [alarm] })
  const facts = page.getByText('1.47 MWh').element().closest('[class*="facts"]')
  if (!facts) throw new Error('no facts')
  expect(facts.textContent?.replaceAll(/\s/g, ' ')).toBe('250 kW · 1.47 MWh lost · ¥782.41 · Code 2062')
  const line = Number.parseFloat(getComputedStyle(facts).lineHeight)
  const words = document.createRange()
  words.selectNodeContents(facts)
  expect(Math.round(words.getBoundingClientRect().height / line)).toBe(2)
})

test('how often it came stands at its name, and alone on no line', async () => {
  const alarm = {
    ...({} as Trouble['alarms'][number]),
    id: '00000000-0000-4000-8000-0000000000ff',
    station,
    device,
    code: 'RULE-STRING-CURRENT',
    name: { en: 'Low string current compared with its peers', zh_CN: '组串电流偏低' },
    level: 'prompt',
    status: 'unsolved',
    count: 2,
    createdAt: 1_000,
    occurredAt: 1_000,
    acknowledged: null,
    closesAt: null,
    costSoFar: null,
  } as const
  await put({ ...trouble, alarms: [alarm] })
  const mark = page.getByText('×2').element()
  const name = mark.parentElement
  expect(name?.textContent).toBe('Low string current compared with its peers\u00a0×2, 2 times')
  const row = page.getByRole('link').element().querySelector('span:has(> b)')
  expect(row?.textContent).not.toMatch(/2 times|×/)
})

test('an order that nobody has is one press away, beside the button that dispatches', async () => {
  const order = {
    id: '00000000-0000-4000-8000-0000000000ee',
    no: 'WO1',
    version: 1,
    status: 'dispatching' as const,
    handler: null,
  }
  await put({ ...trouble, order })
  const link = page.getByRole('link', { name: /Order.*Unassigned/ })
  await expect.element(link).toHaveAttribute('href', expect.stringContaining(order.id))
  const dispatch = page.getByRole('button', { name: /^Dispatch/ })
  await expect.element(dispatch).toBeVisible()
  const [act, way, cost] = [dispatch, link, page.getByText('250 kW')].map((one) =>
    one.element().getBoundingClientRect(),
  )
  expect(way?.right).toBeLessThan(act?.left ?? 0)
  expect(way?.left).toBeGreaterThan(cost?.right ?? 0)
  expect(Math.abs((way?.top ?? 0) - (act?.top ?? 0))).toBeLessThan(8)
})
