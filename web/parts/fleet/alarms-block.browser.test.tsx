import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Answering, type Answers, signedIn } from '#tests/components/answers.tsx'
import { show } from '#tests/components/show.tsx'
import { dataKey, queryClient } from '../../app/data/query.ts'
import { words } from '../../app/phrases/catalogues.ts'
import { AlarmsBlock } from './alarms-block.tsx'

type Newest = Exclude<NonNullable<Answers['GET /api/alarms/newest']>, string | { status: 403 }>
type Alarm = Newest['alarms'][number]

const alarm = (no: number): Alarm => ({
  id: `00000000-0000-4000-8000-00000000000${no}`,
  station: { id: '00000000-0000-4000-8000-0000000000aa', name: `Roof ${no}`, timeZone: 'Asia/Shanghai' },
  device: {
    id: '00000000-0000-4000-8000-0000000000bb',
    kind: 'inverter',
    sn: `INV${no}`,
    name: `Inverter ${no}`,
  },
  code: '2032',
  name: { en: `Alarm ${no}`, zh_CN: `告警 ${no}` },
  level: 'emergent',
  status: 'unsolved',
  count: 1,
  createdAt: 1_000 * no,
  occurredAt: 1_000 * no,
  closeType: 'not_operated',
  closedAt: null,
  clearedAt: null,
  closesAt: null,
  acknowledged: null,
  costSoFar: null,
})
const newest = (...numbers: number[]): Newest => ({ alarms: numbers.map(alarm), total: numbers.length })
const chief = signedIn(['om:alarm:view'])
await words.need('board')
const key = dataKey('GET /api/alarms/newest', { query: { limit: 5 } })
const shown = (): string[] =>
  page
    .getByRole('link', { name: /Alarm \d/ })
    .elements()
    .map((one) => /Alarm (\d)/.exec(one.textContent)?.[1] ?? '')

test('an alarm that comes in stands on top, but not while the pointer is over the list', async () => {
  await show(
    <Answering answers={{ ...chief, 'GET /api/alarms/newest': newest(2, 1) }}>
      <AlarmsBlock rows={5} />
    </Answering>,
  )
  await expect.poll(shown).toEqual(['2', '1'])
  // The mouse of the browser is one for all pages that are tested at once: it may be elsewhere.
  page
    .getByRole('link', { name: /Alarm 1/ })
    .element()
    .dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
  queryClient.setQueryData(key, newest(3, 2, 1))
  await expect.element(page.getByText('1 new')).toBeVisible()
  expect(shown()).toEqual(['2', '1'])
})

test('what comes where a pointer waits over an empty list is shown, and held as it moves', async () => {
  await show(
    <Answering answers={{ ...chief, 'GET /api/alarms/newest': newest() }}>
      <AlarmsBlock rows={5} />
    </Answering>,
  )
  const nothing = page.getByText('No open alarms.')
  await expect.element(nothing).toBeVisible()
  const mouse = { bubbles: true, pointerType: 'mouse' }
  nothing.element().dispatchEvent(new PointerEvent('pointerover', mouse))
  queryClient.setQueryData(key, newest(1))
  await expect.poll(shown).toEqual(['1'])
  const line = page.getByRole('link', { name: /Alarm 1/ }).element()
  line.dispatchEvent(new PointerEvent('pointermove', mouse))
  queryClient.setQueryData(key, newest(2, 1))
  await expect.element(page.getByText('1 new')).toBeVisible()
  expect(shown()).toEqual(['1'])
})

test('where there is nothing it says so', async () => {
  await show(
    <Answering answers={{ ...chief, 'GET /api/alarms/newest': newest() }}>
      <AlarmsBlock rows={5} />
    </Answering>,
  )
  await expect.element(page.getByText('No open alarms.')).toBeVisible()
})

test('says nothing that the list beside it says already, and all as soon as there is more', async () => {
  const told = new Set(newest(2, 1).alarms.map(({ id }) => id))
  await show(
    <Answering answers={{ ...chief, 'GET /api/alarms/newest': newest(2, 1) }}>
      <p>beside</p>
      <AlarmsBlock rows={5} told={told} />
    </Answering>,
  )
  await expect.element(page.getByText('beside')).toBeVisible()
  await expect.poll(() => queryClient.getQueryData(key)).toBeDefined()
  await expect.poll(shown).toEqual([])
  queryClient.setQueryData(key, newest(3, 2, 1))
  await expect.poll(shown).toEqual(['3', '2', '1'])
})
