import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { pathTo } from '../../paths.ts'
import { NeverConnected } from './never-connected.tsx'

await words.need('edges')

const again = pathTo('add-communication-device', { stationId: 's', way: 'site', replaces: 'g' })

componentStates('NeverConnected', {
  usual: <NeverConnected builtIn={false} again={again} />,
  empty: 'it stands only where something is said',
  loading: 'the page waits as a whole',
  stale: 'it is gone once the edge has come',
  error: 'it is one',
  long: () => <NeverConnected builtIn={false} again={again} />,
  more: { 'of this server': <NeverConnected builtIn again={again} /> },
})

test('who may pair finds the way to a new code, and the machine of the server needs none', async () => {
  await show(<NeverConnected builtIn={false} again={again} />)
  await expect.element(page.getByRole('link', { name: 'Pair again' })).toHaveAttribute('href', `/h5${again}`)
  await show(<NeverConnected builtIn={false} again={null} />)
  expect(page.getByRole('link').elements()).toEqual([])
  await show(<NeverConnected builtIn again={again} />)
  expect(page.getByRole('link').elements()).toEqual([])
  expect(page.getByRole('button').elements()).toEqual([])
})
