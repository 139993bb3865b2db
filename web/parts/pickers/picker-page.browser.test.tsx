import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { pathTo } from '../../paths.ts'
import { PickerPage } from './picker-page.tsx'

await words.need('pickers')

const rows = ['Meridian', 'Sunrise', 'Northwind'].map((name) => ({ id: name.toLowerCase(), name }))
const picker = (
  <PickerPage
    title="Choose a company"
    askId={undefined}
    many={false}
    offered={{ rows, error: null, refetch: async () => undefined, more: null }}
    search=""
    searchLabel="Company name"
    onSearch={() => {}}
    empty="None"
    open={null}
    renderPreview={(id) => <p>All about {id}</p>}
    back={pathTo('mine-page')}
  />
)

// These tests run as on a phone, which has nothing that hovers.
beforeEach(() => {
  const real = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    real(query === '(hover: hover)' ? '(min-width: 0)' : query),
  )
})
afterEach(() => vi.restoreAllMocks())

test('at a desk the first row is looked at beside the list, then the one that the pointer rests on', async () => {
  await page.viewport(1440, 900)
  await show(picker, { whole: true })
  const beside = page.getByRole('complementary', { name: 'Details' })
  await expect.element(beside).toMatchTextContent('All about meridian')
  await userEvent.hover(page.getByText('Northwind'))
  await expect.element(beside).toMatchTextContent('All about northwind')
  expect(beside.element().getBoundingClientRect().left).toBeGreaterThan(
    page.getByText('Northwind').element().getBoundingClientRect().right,
  )
  await page.viewport(375, 812)
  await expect.element(beside).not.toBeInTheDocument()
})
