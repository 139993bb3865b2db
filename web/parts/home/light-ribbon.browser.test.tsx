import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { LightBand } from '#domain/stations/hero.ts'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { Card } from '../../kit/card.tsx'
import type { Home } from './home-data.ts'
import { LightRibbon } from './light-ribbon.tsx'

await words.need('hero')

const kinds = ['attention', 'low', 'part', 'full', 'full', 'dark', 'unknown'] as const
const shares: Record<LightBand, number | null> = {
  attention: 0.31,
  low: 0.22,
  part: 0.64,
  full: 0.93,
  dark: null,
  unknown: null,
}
const light = (count: number, name = 'Fresno packing hall'): Home['light'] => {
  const cells = Array.from({ length: Math.min(20, count) }, (_, no) => {
    const band = kinds[no % kinds.length] ?? 'full'
    return { id: `s${no}`, name: `${name} ${no}`, band, share: shares[band], powerW: 1_000 }
  })
  const bands = { attention: 12, low: 40, part: 180, full: 618, dark: 148, unknown: 2 }
  return { cells, bands } as unknown as Home['light']
}
const ribbon = (count: number, name?: string) => (
  <Card>
    <LightRibbon light={light(count, name)} stations={count} />
  </Card>
)

componentStates('LightRibbon', {
  usual: ribbon(15),
  empty: 'without stations there is no ribbon',
  loading: 'the card waits as a whole',
  stale: 'the card says how old it is',
  error: 'the card says it',
  long: () => ribbon(7, '共和塔拉滩一百三十一兆瓦牧光互补电站'),
  more: { one: ribbon(1), thousand: ribbon(1_000) },
})

test('each station says how it does in words, and leads to its page', async () => {
  await show(ribbon(7))
  const cells = page.getByRole('listitem').all()
  expect(cells).toHaveLength(7)
  const first = page.getByRole('link', { name: /Fault or silent, 31% of expected/ })
  await expect.element(first).toHaveAttribute('href', expect.stringContaining('stationId=s0'))
  await expect.element(page.getByRole('link', { name: /5: Asleep, no light$/ })).toBeVisible()
})

test('what is expected or more is reached, by how much is not said', async () => {
  const over = light(3)
  const bright = over.cells.map((cell, no) => ({
    ...cell,
    band: 'full' as const,
    share: [1.07, 0.996, 0.99][no] ?? 1,
  }))
  await show(
    <Card>
      <LightRibbon light={{ ...over, cells: bright }} stations={3} />
    </Card>,
  )
  const texts = page
    .getByRole('listitem')
    .all()
    .map((one) => one.element().textContent)
  expect(texts).toEqual(['100%', '100%', '99%'])
  await expect
    .element(page.getByRole('link', { name: 'Fresno packing hall 0: 100% of expected' }))
    .toBeVisible()
})

test.each([320, 344, 360, 375])('a mark and its share fit their cell on a phone of %i px', async (width) => {
  await page.viewport(width, 700)
  const cells = Array.from({ length: 9 }, (_, no) => ({
    id: `s${no}`,
    name: `Roof ${no}`,
    band: 'attention' as const,
    share: 1,
    powerW: 1_000,
  }))
  for (const text of [100, 200] as const) {
    await show(
      <Card>
        <LightRibbon light={{ ...light(9), cells }} stations={9} />
      </Card>,
      { text },
    )
    const links = page.getByRole('link').elements()
    expect(links).toHaveLength(9)
    for (const link of links) {
      const inside = document.createRange()
      inside.selectNodeContents(link)
      const [box, text] = [link.getBoundingClientRect(), inside.getBoundingClientRect()]
      // Clear of the edge, whatever the letters of a phone are.
      expect(text.left).toBeGreaterThan(box.left + 2)
      expect(text.right).toBeLessThan(box.right - 2)
    }
  }
  await page.viewport(375, 812)
})

test('of a thousand stations the worst stand there, and all are counted by band', async () => {
  await show(ribbon(1_000))
  expect(page.getByRole('link', { name: /packing hall/ }).all()).toHaveLength(8)
  await expect.element(page.getByRole('link', { name: '80% and more 618' })).toBeVisible()
})
