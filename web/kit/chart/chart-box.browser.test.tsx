import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { pathTo } from '#web/paths.ts'
import { Card } from '../card.tsx'
import { Toasts } from '../toast.tsx'
import { BarChart } from './bar-chart.tsx'
import { ChartBox } from './chart-box.tsx'
import type { ChartSheet } from './chart-sheet.ts'

const sheet: ChartSheet = {
  title: 'Energy',
  place: 'North roof',
  subject: '',
  when: 'June 2026',
  of: '2026-06',
  zone: 'Time zone Asia/Shanghai',
  keys: [],
  table: () => ({
    heads: ['Period', 'Energy (Wh)'],
    rows: [
      ['2026-06-01', 1000],
      ['2026-06-02', null],
    ],
  }),
}
const bars = [
  { key: '2026-06-01', value: 1000 },
  { key: '2026-06-02', value: null },
]
const boxed = (title = 'Energy, June') => (
  <Card>
    <ChartBox sheet={sheet} full={pathTo('home')}>
      <BarChart title={title} bars={bars} measure="energy" />
    </ChartBox>
  </Card>
)

componentStates('ChartBox', {
  usual: boxed(),
  empty: 'what it holds is drawn empty',
  loading: 'it comes with its chart',
  stale: 'what it holds looks so',
  error: 'ErrorState stands in its place',
  long: ({ name }) => boxed(name),
})

afterEach(() => {
  vi.restoreAllMocks()
})

/** What is saved from now on, by its name. */
const saved = () => {
  const files: { name: string; blob: Blob }[] = []
  let last = new Blob()
  const make = URL.createObjectURL.bind(URL)
  vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
    if (given instanceof Blob) last = given
    return make(given)
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function keep(this: HTMLAnchorElement) {
    files.push({ name: this.download, blob: last })
  })
  return files
}

const press = async (choice: string): Promise<void> => {
  await show(
    <>
      {boxed()}
      <Toasts />
    </>,
  )
  await userEvent.click(page.getByRole('button', { name: 'Save chart' }))
  await userEvent.click(page.getByRole('button', { name: choice }))
}

test('a table is saved with what is unknown left empty, and it is said under which name', async () => {
  const files = saved()
  await press('Save as table (CSV)')
  await expect.element(page.getByText('North-roof_Energy_2026-06.csv saved')).toBeVisible()
  expect(files.map(({ name }) => name)).toEqual(['North-roof_Energy_2026-06.csv'])
  expect(await files[0]?.blob.text()).toMatch(/2026-06-01,1000\r?\n2026-06-02,\r?\n?$/)
})

test('a picture is saved as PNG', async () => {
  const files = saved()
  await press('Save as picture (PNG)')
  await expect.element(page.getByText('North-roof_Energy_2026-06.png saved')).toBeVisible()
  const [picture] = files
  expect(picture?.blob.type).toBe('image/png')
  const bitmap = await createImageBitmap(picture?.blob ?? new Blob())
  expect(bitmap.width).toBeGreaterThan(300)
})

test('what cannot be saved is said', async () => {
  saved()
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(null))
  await press('Save as picture (PNG)')
  await expect.element(page.getByText('Could not save')).toBeVisible()
})
