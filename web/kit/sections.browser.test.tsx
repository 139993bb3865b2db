import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { componentStates } from '#tests/components/states.tsx'
import { show } from '#tests/components/show.tsx'
import { Card } from './card.tsx'
import { Sections } from './sections.tsx'

const tall = (text: string) => (
  <Card title={text}>
    <div style={{ blockSize: '900px' }} />
  </Card>
)

componentStates('Sections', {
  usual: (
    <Sections
      label="Sections"
      at={undefined}
      onGo={() => {}}
      items={['Now', 'Curve', 'Strings', 'Control'].map((name) => ({
        value: name,
        label: name,
        content: <Card title={name}>{name}</Card>,
      }))}
    />
  ),
  empty: 'what has nothing to show has no anchor: see below',
  loading: 'each section waits in its own place',
  stale: 'they show no figures',
  error: 'each section says it in its own place',
  long: ({ word, text }) => (
    <Sections
      label={word}
      at={undefined}
      onGo={() => {}}
      items={[word, `${word} 2`, `${word} 3`].map((name) => ({
        value: name,
        label: name,
        content: <Card>{text}</Card>,
      }))}
    />
  ),
})

const sections = (at: string | undefined, onGo: (value: string | undefined) => void = () => {}) => (
  <main>
    <Sections
      label="Sections"
      at={at}
      onGo={onGo}
      items={[
        { value: 'now', label: 'Now', content: tall('Now') },
        { value: 'none', label: 'Strings', content: null },
        { value: 'curve', label: 'Curve', content: tall('Curve') },
        { value: 'sheet', label: 'Data sheet', content: tall('Data sheet') },
      ]}
    />
  </main>
)
const current = () => page.getByRole('navigation').element().querySelector('[aria-current]')?.textContent

test('what has nothing to show has no anchor; a press goes to a section and tells it, the first one as none', async () => {
  const went = vi.fn<(value: string | undefined) => void>()
  await show(sections(undefined, went))
  await expect.element(page.getByRole('button', { name: 'Strings' })).not.toBeInTheDocument()
  expect(current()).toBe('Now')
  await userEvent.click(page.getByRole('button', { name: 'Curve' }))
  await expect.poll(current).toBe('Curve')
  await expect.poll(() => scrollY).toBeGreaterThan(500)
  await userEvent.click(page.getByRole('button', { name: 'Now' }))
  await expect.poll(() => scrollY).toBe(0)
  expect(went.mock.calls).toEqual([['curve'], [undefined]])
})

test('opens at the section that the address names, and says which one is in view while it scrolls', async () => {
  await show(sections('sheet'))
  await expect.poll(current).toBe('Data sheet')
  await expect.poll(() => scrollY).toBeGreaterThan(900)
  document.dispatchEvent(new WheelEvent('wheel'))
  scrollTo(0, 1000)
  await expect.poll(current).toBe('Curve')
  scrollTo(0, 0)
  await expect.poll(current).toBe('Now')
})
