import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import type { Discovery, Found } from './edge-view.ts'
import { SearchCard } from './search-card.tsx'

await words.need('edges')

const found = (more: Partial<Found> = {}): Found => ({
  url: 'modbus-tcp://192.168.1.20:1502?unit=1',
  profile: 'sunspec',
  brand: 'Fronius',
  model: 'Symo GEN24 6.0',
  devices: [{ sn: 'FR31428077', kind: 'inverter', powerW: 3_420, model: null }],
  mapped: null,
  taken: false,
  takenBy: null,
  ...more,
})
const discovery = (more: Partial<Discovery> = {}): Discovery => ({
  id: '7',
  state: 'done',
  code: null,
  done: 254,
  total: 254,
  tried: [],
  startedAt: Date.now() - 120_000,
  found: [],
  ...more,
})
const card = (
  newest: Discovery | null,
  more: { online?: boolean; maySearch?: boolean; failed?: string } = {},
) => (
  <SearchCard
    discovery={newest}
    maySearch={more.maySearch ?? true}
    mayTake
    online={more.online ?? true}
    busy={false}
    failed={more.failed}
    taking={null}
    onSearch={() => {}}
    onTake={() => {}}
  />
)
const running = discovery({ state: 'running', done: 37, tried: ['192.168.1.37 502'], found: [found()] })

componentStates('SearchCard', {
  usual: card(
    discovery({
      found: [
        found(),
        found({ url: 'fronius://192.168.1.21', taken: true, takenBy: 'this' }),
        found({ url: 'opendtu://192.168.1.22', taken: true, takenBy: 'other' }),
      ],
    }),
  ),
  empty: card(null),
  loading: card(running),
  stale: 'how long ago it was stands in it',
  error: card(discovery({ state: 'failed', done: null, total: null }), {
    failed: 'The edge is not connected.',
  }),
  long: ({ name, text }) => card(discovery({ found: [found({ brand: name, model: text })] })),
  more: {
    'nothing found': card(discovery()),
    'waits for the edge': card(discovery({ state: 'running', done: null, total: null }), { online: false }),
    'may not search': card(null, { maySearch: false }),
  },
})

test('says how far it is and whom it asks, in words', async () => {
  await show(card(running))
  const status = page.getByRole('status')
  await expect.element(status).toMatchTextContent(/37 of 254 addresses/)
  await expect.element(status).toMatchTextContent(/192\.168\.1\.37: does port 502 answer\?/)
  await show(card({ ...running, tried: ['solarman://192.168.1.38:8899?serial=1&unit=1'] }))
  await expect.element(page.getByRole('status')).toMatchTextContent(/192\.168\.1\.38: asking, Solarman stick/)
})

test('what was not told yet is not said twice', async () => {
  await show(card(discovery({ state: 'running', done: null, total: null })))
  expect(
    page
      .getByRole('status')
      .element()
      .textContent?.match(/Searching/g),
  ).toHaveLength(1)
})

test('says how many addresses were asked, also where nothing was found', async () => {
  await show(card(discovery({ found: [found()] })))
  await expect.element(page.getByText(/254 addresses asked/)).toBeVisible()
  await show(card(discovery()))
  await expect.element(page.getByText(/254 addresses asked/)).toBeVisible()
})
