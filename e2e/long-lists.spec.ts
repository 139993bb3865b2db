import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { behind } from './hand-gateway.ts'
import { connectStation, makeStation } from './screens.ts'
import { expect, inLanguage, signInAs, test } from './world.ts'
import { wordsIn } from './words.ts'

test.use({ worldName: 'long-lists' })

const length = 1_300
/** What the specification lets a list hold at once. */
const most = 1_000
const t = wordsIn('en')
const markOf = (no: number): string => `Mark-${String(no + 1).padStart(4, '0')}`

type Row = Record<string, unknown>
type Long = {
  name: string
  /** Whose answer is made long, in which field, and how one of its rows says which it is. */
  api: string
  field: string
  mark: (row: Row, text: string) => Row
  open: (page: Page) => Promise<void>
  /** Where the rows stand. */
  within: (page: Page) => Locator
}

/**
 * The server's own answer with its rows again and again, as many as years of work bring. The server gives such lists
 * page by page; what is tried here is what the app puts into the page once it has them.
 */
const lengthen = async (page: Page, { api, field, mark }: Long): Promise<void> => {
  await page.route(new RegExp(`/api/${api}(\\?|$)`), async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as Row
    const rows = body[field] as Row[]
    const many = Array.from({ length }, (_, no) => {
      const row = mark(rows[no % rows.length] ?? {}, markOf(no))
      return 'id' in row ? { ...row, id: randomUUID() } : row
    })
    await route.fulfill({ response, json: { ...body, [field]: rows.length > 0 ? many : [], next: null } })
  })
}

/** Moves the page, or the sheet above it, to its upper or lower end. */
const scrollTo = (page: Page, end: 'upper' | 'lower'): Promise<unknown> =>
  page.evaluate(`(() => {
    const scrolls = (box) => /auto|scroll/.test(getComputedStyle(box).overflowY)
    const inSheet = [...document.querySelectorAll('dialog[open], dialog[open] *')].filter(scrolls)
    for (const box of [document.scrollingElement, ...inSheet])
      box.scrollTo(0, ${end === 'upper' ? '0' : 'box.scrollHeight'})
  })()`)

const inSheet = (at: Page): Locator => at.getByRole('dialog')
const inMain = (at: Page): Locator => at.locator('main')
const station = (row: Row, name: string): Row => ({ ...row, station: { ...(row['station'] as Row), name } })

test('no list holds more than 1,000 items, and the last of 1,300 is reached', async ({
  context,
  page,
  world,
  browser,
}) => {
  const makers = await browser.newContext()
  await signInAs(makers, world, 'administrator')
  const maker = await makers.newPage()
  const made = await makeStation(maker, world, 'Long')
  const { line, place } = await connectStation(maker, world, made)
  await line.report()
  await line.raise(behind(made.sn).optimizer, '3011', '1')
  const { stationId } = place
  await maker.request.post(`${world.url}/api/stations/${stationId}/read`, {
    headers: { 'idempotency-key': randomUUID() },
    data: { deviceIds: [place.inverter] },
  })
  await expect(async () => {
    for (const [path, field] of [
      ['alarms', 'alarms'],
      ['messages', 'messages'],
      [`commands?stationId=${stationId}`, 'commands'],
    ] as const) {
      const answer = await maker.request.get(`${world.url}/api/${path}`)
      const rows = ((await answer.json()) as Record<string, unknown[]>)[field]
      expect(rows?.length, path).toBeGreaterThan(0)
    }
  }).toPass()
  await makers.close()

  const go = (path: string) => async (at: Page) => {
    await at.goto(`${world.url}/h5/${path}`)
  }
  const fromMine = (button: string) => async (at: Page) => {
    await at.goto(`${world.url}/h5/mine-page`)
    await at.getByRole('button', { name: new RegExp(`^${button}`) }).click()
  }
  const lists: Long[] = [
    {
      name: 'what is to be done',
      api: 'troubles',
      field: 'troubles',
      mark: station,
      open: go('om-page'),
      within: (at) => at.getByRole('list', { name: t('alarms.title') }),
    },
    {
      name: 'alarms',
      api: 'alarms',
      field: 'alarms',
      mark: station,
      open: go('om-page?status=unsolved'),
      within: (at) => at.getByRole('list', { name: t('alarms.title') }),
    },
    {
      name: 'orders',
      api: 'orders',
      field: 'orders',
      mark: (row, name) => ({ ...row, name, names: null }),
      open: go('om-page?tab=orders'),
      within: inMain,
    },
    {
      name: 'ledger',
      api: 'commands',
      field: 'commands',
      mark: (row, name) => ({ ...row, createdBy: { id: randomUUID(), name } }),
      open: go(`remote-control?stationId=${stationId}&view=ledger`),
      within: inMain,
    },
    {
      name: 'a picker',
      api: 'devices',
      field: 'devices',
      mark: (row, name) => ({ ...row, name }),
      open: go('select-device'),
      within: inMain,
    },
    {
      name: 'log',
      api: 'audit',
      field: 'entries',
      mark: (row, name) => ({ ...row, person: { id: randomUUID(), name } }),
      open: fromMine(t('mine.audit')),
      within: inSheet,
    },
    {
      name: 'inbox',
      api: 'messages',
      field: 'messages',
      // What happened several times at once stands as one line.
      mark: (row, name) => ({
        ...station(row, name),
        kind: Number(name.slice(-1)) % 2 === 0 ? 'alarm_raised' : 'order_completed',
      }),
      open: fromMine(t('messages.inbox')),
      within: inSheet,
    },
    {
      name: 'people',
      api: 'accounts',
      field: 'accounts',
      mark: (row, name) => ({ ...row, name }),
      open: fromMine(t('mine.people')),
      within: inSheet,
    },
  ]
  await inLanguage(context, 'en')
  await signInAs(context, world, 'administrator')
  for (const list of lists)
    await test.step(list.name, async () => {
      await lengthen(page, list)
      await list.open(page)
      const rows = list.within(page).getByText(/Mark-\d{4}/)
      const there = (no: number): Locator => list.within(page).getByText(markOf(no)).first()
      await expect(there(0)).toBeVisible()
      // What stands unseen between the rows keeps the length of all; what is rendered are the rows near the first.
      expect(await rows.count()).toBeLessThan(most)
      for (const [end, no] of [
        ['lower', length - 1],
        ['upper', 0],
      ] as const) {
        await expect(async () => {
          await scrollTo(page, end)
          await expect(there(no)).toBeInViewport({ timeout: 1_000 })
        }).toPass()
        const count = await rows.count()
        expect(count).toBeLessThan(most)
        expect(count).toBeGreaterThan(10)
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
})
