import { Grid3x3, Plus } from 'lucide-react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { pathTo } from '#web/paths.ts'
import { Card } from './card.tsx'
import { Tile, Tiles } from './tiles.tsx'

const icon = <Plus size={20} aria-hidden />

componentStates('Tiles', {
  usual: (
    <Card>
      <Tiles>
        <Tile
          icon={<Grid3x3 size={20} aria-hidden />}
          label="Heat map"
          hint="Module output"
          to={pathTo('home')}
        />
        <Tile icon={icon} label="Strings" to={pathTo('om-page')} />
        <Tile icon={icon} label="Layout" to={pathTo('mine-page')} />
      </Tiles>
    </Card>
  ),
  empty: 'whoever may do nothing of it sees no card',
  loading: 'they are known at once',
  stale: 'they lead on and tell nothing',
  error: 'they lead on and tell nothing',
  long: ({ name, text, word }) => (
    <Card>
      <Tiles>
        <Tile icon={icon} label={name} hint={text} to={pathTo('home')} />
        <Tile icon={icon} label={word} to={pathTo('om-page')} />
      </Tiles>
    </Card>
  ),
})

test('a tile leads on, and two stand beside each other on a phone', async () => {
  await show(
    <Card>
      <Tiles>
        <Tile icon={icon} label="Strings" to={pathTo('home')} />
        <Tile icon={icon} label="Layout" to={pathTo('om-page')} />
        <Tile icon={icon} label="Gateways" to={pathTo('mine-page')} />
      </Tiles>
    </Card>,
  )
  const tops = page
    .getByRole('link')
    .elements()
    .map((one) => one.getBoundingClientRect().top)
  expect(tops[0]).toBe(tops[1])
  expect(tops[2]).toBeGreaterThan(tops[1] ?? 0)
  await expect.element(page.getByRole('link', { name: 'Layout' })).toHaveAttribute('href', '/h5/om-page')
})
