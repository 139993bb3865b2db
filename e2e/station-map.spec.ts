import type { Locator, Page } from '@playwright/test'
import { map as mapEn } from '#web/app/phrases/en/map.ts'
import { stations as stationsEn } from '#web/app/phrases/en/stations.ts'
import { becomeCustomer, firstAdministrator } from '../tests/acceptance/customer.ts'
import { colourOf, serveTiles, type TileServer } from './tile-server.ts'
import { longFlowInLanguage } from './words.ts'
import { expect, expectSound, type Language, openWorld, inLanguage, test } from './world.ts'

// Its stations are counted, and stand alone on the map.
test.use({ worldName: 'map' })

const said = {
  zh_CN: {
    asMap: '地图显示',
    asList: '列表显示',
    zoomIn: '放大',
    showAll: '显示全部',
    cluster: /座电站，最差状态/,
    table: '地图上的电站',
    privacy: '隐私说明',
    signIn: '登录',
    back: '返回',
    who: '谁对数据负责',
    stored: '保存哪些信息',
  },
  en: {
    asMap: 'Show on map',
    asList: 'Show as list',
    zoomIn: 'Zoom in',
    showAll: 'Show all',
    cluster: /stations, worst/,
    table: 'Stations on the map',
    privacy: 'Privacy',
    signIn: 'Sign in',
    back: 'Back',
    who: 'Who is responsible',
    stored: 'What is stored',
  },
} as const satisfies Record<Language, object>

const map = (page: Page): Locator => page.getByRole('application')
const drawn = async (page: Page): Promise<void> => {
  await expect(page.locator('canvas[data-land=drawn]')).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

for (const language of longFlowInLanguage('zh_CN')) {
  const words = said[language]
  test(`the map shows the stations of the list, tells of one and leads to it, ${language}`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('administrator', language)
    await page.goto(`${world.url}/h5/station-list`)
    await page.getByRole('button', { name: words.asMap }).click()
    await expect(page).toHaveURL(/view=map/)
    await drawn(page)
    await expectSound(page)
    // The same stations for those who do not see the map.
    const rows = page.getByRole('table', { name: words.table }).getByRole('row')
    await expect(rows).toHaveCount(5)

    const pin = map(page).getByRole('button', { name: /^Landshut-Scheunendach/ })
    await expect(pin).toBeVisible()
    await pin.click()
    await expect(pin).toHaveAttribute('aria-pressed', 'true')
    const card = page.getByRole('region', { name: 'Landshut-Scheunendach' })
    await expect(card).toContainText('kW')
    await expect(card.locator('[aria-busy=true]')).toHaveCount(0)
    await expectSound(page)
    await card.getByRole('link').click()
    await expect(page).toHaveURL(/station-detail/)
    await page.goBack()
    // Where one was: the map, and the station that was chosen.
    await drawn(page)
    await expect(page.getByRole('region', { name: 'Landshut-Scheunendach' })).toBeVisible()

    await page.getByRole('button', { name: words.asList }).click()
    await expect(page.getByRole('heading', { name: 'Landshut-Scheunendach' })).toBeVisible()
  })
}

test('search and filters of the list hold for the map', async ({ asRole, world }) => {
  const page = await asRole('administrator', 'en')
  await page.goto(`${world.url}/h5/station-list?view=map&search=Fresno`)
  await drawn(page)
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  await page.goto(`${world.url}/h5/station-list?view=map&country=AU`)
  await drawn(page)
  await expect(map(page).getByRole('button', { name: /^Newcastle-Depot/ })).toBeVisible()
  await page.goto(`${world.url}/h5/station-list?view=map&search=nothing-is-called-so`)
  await expect(page.getByText('No results')).toBeVisible()
  await expectSound(page)
})

test('stations that would cover each other are one mark that counts them and opens by a press', async ({
  asRole,
  world,
}) => {
  const page = await asRole('administrator', 'en')
  await page.route('**/api/station-pins*', async (route) => {
    const answer = await route.fetch()
    const found = (await answer.json()) as { pins: { latitude: number; longitude: number }[] }
    const [first] = found.pins
    if (!first) throw new Error('no pins')
    // Close, but not in one place.
    found.pins = found.pins.map((pin, no) => ({
      ...pin,
      latitude: first.latitude + (no < 3 ? no * 0.02 : 12),
      longitude: first.longitude,
    }))
    await route.fulfill({ response: answer, json: found })
  })
  await page.goto(`${world.url}/h5/station-list?view=map`)
  await drawn(page)
  const marks = map(page).getByRole('button', { name: said.en.cluster })
  await expect(marks).toHaveCount(1)
  await expect(marks).toHaveAccessibleName(/^3 stations/)
  await marks.click()
  await expect(marks).toHaveCount(0)
  await expect(map(page).locator('button[aria-pressed]')).toHaveCount(3)
  await page.getByRole('button', { name: said.en.showAll }).click()
  await expect(marks).toHaveCount(1)

  // By keys alone: the map moves under the marks.
  await map(page).focus()
  const before = await marks.boundingBox()
  await page.keyboard.press('ArrowUp')
  await expect(async () => expect((await marks.boundingBox())?.y).not.toBe(before?.y)).toPass()
})

for (const language of ['zh_CN', 'en'] as const satisfies Language[]) {
  const words = said[language]
  test(`what is stored about people is open to everybody, ${language}`, async ({ page, context, world }) => {
    await inLanguage(context, language)
    await page.goto(`${world.url}/h5/mine-page`)
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('link', { name: words.privacy }).click()
    await expect(page.getByRole('heading', { name: words.stored })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectSound(page)
    await page.getByRole('link', { name: words.who }).click()
    await expect(page.getByRole('heading', { name: words.who })).toBeFocused()
    await page.getByRole('button', { name: words.back }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: words.signIn })).toBeVisible()
    await page.goto(`${world.url}/h5/user-privacy-agreement`)
    await expect(page.getByRole('heading', { name: words.who })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
}

/** Degrees of the station, close to the edge of tiles of zoom 4 to the west of it. */
const place = { latitude: 37.2, longitude: 112.505 }
const onWorld = ({ latitude, longitude }: typeof place): [number, number] => [
  (longitude + 180) / 360,
  (1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2,
]

type Seen = { x: number; y: number; colour: string }[]
/** The colours of the ground at points of a grid, by their distance from a mark in CSS pixels. */
const groundAround = async (page: Page, mark: Locator): Promise<Seen> => {
  const canvas = page.locator('canvas[data-land]')
  const [ground, box] = [await canvas.boundingBox(), await mark.boundingBox()]
  if (!ground || !box) throw new Error('no map')
  // A pin stands on its point, a mark around it.
  const isPin = box.height > 50
  const at = [box.x + box.width / 2 - ground.x, box.y + (isPin ? 52 : box.height / 2) - ground.y]
  return page.evaluate<Seen>(
    `((at) => {
      const canvas = document.querySelector('canvas[data-land]')
      const ratio = canvas.width / canvas.clientWidth
      const context = canvas.getContext('2d')
      const seen = []
      for (let x = 12; x < canvas.clientWidth; x += 47)
        for (let y = 12; y < canvas.clientHeight; y += 41) {
          const [r, g, b] = context.getImageData(Math.round(x * ratio), Math.round(y * ratio), 1, 1).data
          seen.push({ x: x - at[0], y: y - at[1], colour: 'rgb(' + r + ',' + g + ',' + b + ')' })
        }
      return seen
    })(${JSON.stringify(at)})`,
  )
}

/** Each point of the ground has the colour of the tile that belongs there; near a tile's edge it may be its neighbour's. */
const expectTiles = async (page: Page, mark: Locator, zoom: number, z = zoom): Promise<void> => {
  const [x, y] = onWorld(place)
  const world = 256 * 2 ** zoom
  await expect(async () => {
    const seen = await groundAround(page, mark)
    const wrong = seen.filter((point) => {
      const near = [-2, 2].flatMap((dx) =>
        [-2, 2].map((dy) => {
          const at = [x + (point.x + dx) / world, y + (point.y + dy) / world]
          return colourOf({ z, x: Math.floor((at[0] ?? 0) * 2 ** z), y: Math.floor((at[1] ?? 0) * 2 ** z) })
        }),
      )
      return !near.includes(point.colour)
    })
    expect(seen.length).toBeGreaterThan(30)
    // The names written on the tiles cover a point here and there.
    expect(wrong.length).toBeLessThan(seen.length / 10)
  }).toPass()
}

test.describe('an installation with a tile server', () => {
  let tiles: TileServer
  let opened: Awaited<ReturnType<typeof openWorld>>
  test.beforeAll(async () => {
    tiles = await serveTiles()
    opened = await openWorld({ empty: true, mapTiles: `${tiles.url}/{z}/{x}/{y}.svg?key=k-1` })
  })
  test.afterAll(async () => {
    await opened.close()
    await tiles.close()
  })

  test('tells it in the privacy text, also before it is set up', async ({ page, context }) => {
    await inLanguage(context, 'en')
    await page.goto(`${opened.world.url}/h5/`)
    await page.getByRole('dialog').getByRole('link', { name: said.en.privacy }).click()
    await expect(page.getByRole('heading', { name: said.en.stored })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText(`the operator has set up ${new URL(tiles.url).host}`)).toBeVisible()
  })

  test('tiles lie where they belong, from the region to the roof, and the outline where none comes', async ({
    page,
    context,
  }) => {
    const { world } = opened
    const customer = await becomeCustomer(() => world.url, world.setupCode ?? '')
    const input = { name: 'Roof', timeZone: 'Asia/Shanghai', reportMin: 5, ...place, east: true }
    const stationId = await customer.createStation(input)
    await inLanguage(context, 'en')
    await context.request.post(`${world.url}/api/session`, { data: firstAdministrator })

    await page.goto(`${world.url}/h5/station-list?view=map`)
    const mark = map(page).getByRole('button', { name: /^Roof/ })
    await expectTiles(page, mark, 13)
    await expect(page.getByText('© Tiles of the test')).toBeVisible()
    await expectSound(page)
    // Dragged, the ground goes along with what stands on it.
    const before = await mark.boundingBox()
    const box = await map(page).boundingBox()
    if (!box || !before) throw new Error('no map')
    await page.mouse.move(box.x + 200, box.y + 230)
    await page.mouse.down()
    await page.mouse.move(box.x + 280, box.y + 120, { steps: 4 })
    await page.mouse.up()
    await expect
      .poll(async () => Math.round((await mark.boundingBox())?.x ?? 0))
      .toBe(Math.round(before.x) + 80)
    await expectTiles(page, mark, 13)
    // What goes along to the tile server: from which installation, no cookie, no page.
    const [asked] = tiles.asked
    expect(asked).toMatchObject({ cookie: undefined, referer: `${world.url}/`, origin: world.url })
    expect(asked?.address).toMatch(/^\/13\/\d+\/\d+\.svg\?key=k-1$/)

    // Never heard, its panel says so, and not that all is well.
    await mark.click()
    const panel = page.getByRole('region', { name: 'Roof' })
    await expect(panel).toContainText(stationsEn.stations.neverHeard)
    await expect(panel.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(panel.getByText(mapEn.map.allWell)).toHaveCount(0)
    await expectSound(page)
    await panel.getByRole('button', { name: mapEn.map.close }).click()
    await expect(panel).toBeHidden()

    // No tile of the west, however coarse: its ground is land of the outline, the east stays.
    const west = (13 / 16) * 360 - 180
    tiles.refuse(({ z, x }) => z < 4 || (x + 1) / 2 ** z <= (west + 180) / 360 + 1e-9)
    await page.reload()
    await expect(page.locator('canvas[data-tiles=some]')).toBeVisible()
    await expect(async () => {
      const seen = await groundAround(page, mark)
      const edge = ((west - place.longitude) / 360) * 256 * 2 ** 13
      const land = ({ x }: { x: number }): boolean => x < edge - 4
      const outline = seen.filter(land).filter(({ colour }) => colour === 'rgb(248,249,251)')
      expect(outline.length).toBeGreaterThan(seen.filter(land).length * 0.8)
      expect(seen.filter((point) => !land(point) && point.colour === 'rgb(248,249,251)')).toEqual([])
    }).toPass()
    tiles.refuse(() => false)

    // On the form the pin's roof can be seen, and nearer still.
    await page.goto(`${world.url}/h5/create-or-edit-station?stationId=${stationId}`)
    await page.getByRole('button', { name: 'Location' }).first().click()
    await page.getByRole('button', { name: 'Set a pin on the map' }).click()
    const pin = page.getByRole('button', { name: /^The station is at/ })
    await expectTiles(page, pin, 17)
    const nearer = page.getByRole('button', { name: said.en.zoomIn })
    for (let step = 0; step < 3; step += 1) {
      await nearer.click()
      await expectTiles(page, pin, 18 + step, Math.min(19, 18 + step))
    }
    await expect(page.getByText('© Tiles of the test')).toBeVisible()
    await expectSound(page)
  })
})
