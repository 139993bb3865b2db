import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Held, show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { Fields } from './field.tsx'
import { SelectField, SelectSheet } from './select-field.tsx'

const nothing = (): void => {}
const few = ['Red', 'Green', 'Blue'].map((label) => ({ value: label.toLowerCase(), label }))
const many = Array.from({ length: 40 }, (_, no) => ({
  value: `zone-${no}`,
  label: `Zone ${no}`,
  hint: `${no} h ahead`,
  also: no === 7 ? 'Lighthouse' : '',
}))

componentStates('SelectField', {
  usual: (
    <Card flush>
      <Fields>
        <SelectField label="Colour" value="green" options={few} onChange={nothing} help="Of the frame." />
      </Fields>
    </Card>
  ),
  empty: (
    <Card flush>
      <Fields>
        <SelectField label="Colour" value={null} options={few} onChange={nothing} optional />
      </Fields>
    </Card>
  ),
  loading: 'forms wait as a whole',
  stale: 'holds what is chosen',
  error: (
    <Card flush>
      <Fields>
        <SelectField label="Colour" value={null} options={few} onChange={nothing} error="One is needed." />
      </Fields>
    </Card>
  ),
  long: ({ name, text }) => (
    <Card flush>
      <Fields>
        <SelectField
          label={name}
          value="one"
          options={[{ value: 'one', label: text }]}
          onChange={nothing}
          error={text}
        />
      </Fields>
    </Card>
  ),
})

componentStates('SelectSheet', {
  usual: <SelectSheet open title="Colour" options={few} value="green" onChange={nothing} onClose={nothing} />,
  empty: <SelectSheet open title="Colour" options={[]} value={null} onChange={nothing} onClose={nothing} />,
  loading: 'its options are known when it opens',
  stale: 'its options are known when it opens',
  error: 'the field under it says what is wrong',
  long: ({ name, text, code }) => (
    <SelectSheet
      open
      title={name}
      options={[
        { value: 'a', label: text, hint: text },
        { value: 'b', label: code, hint: code },
      ]}
      value="b"
      onChange={nothing}
      onClose={nothing}
    />
  ),
  more: {
    'with a search line': (
      <SelectSheet open title="Zone" options={many} value="zone-30" onChange={nothing} onClose={nothing} />
    ),
  },
})

const field = (changed: (value: string) => void, options: typeof many | typeof few, start: string) => (
  <Held<string | null> start={start}>
    {(value, set) => (
      <SelectField
        label="Zone"
        value={value}
        options={options}
        onChange={(next) => {
          changed(next)
          set(next)
        }}
      />
    )}
  </Held>
)

test('a press chooses and closes; the field shows it and has the focus again', async () => {
  const changed = vi.fn<(value: string) => void>()
  await show(field(changed, few, 'green'))
  await userEvent.click(page.getByRole('button', { name: 'Zone: Green' }))
  await expect.element(page.getByRole('radio', { name: 'Green' })).toBeChecked()
  await userEvent.click(page.getByText('Blue'))
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(changed.mock.calls).toEqual([['blue']])
  await expect.element(page.getByRole('button', { name: 'Zone: Blue' })).toHaveFocus()
})

test.each([
  [11, 0],
  [12, 1],
])('%i options come with %i search lines', async (count, lines) => {
  const options = Array.from({ length: count }, (_, no) => ({ value: `${no}`, label: `Order ${no}` }))
  await show(
    <SelectSheet open title="Sort" options={options} value="0" onChange={nothing} onClose={nothing} />,
  )
  expect(page.getByRole('searchbox').all()).toHaveLength(lines)
})

test('what is chosen is strong, what is said below it is not', async () => {
  const options = [{ value: 'a', label: 'Ada', hint: 'Two open orders' }]
  await show(
    <SelectSheet open title="Who" options={options} value="a" onChange={nothing} onClose={nothing} />,
  )
  const hint = page.getByText('Two open orders').element()
  const weights = [hint.parentElement, hint].map((one) => one && getComputedStyle(one).fontWeight)
  expect(weights).toEqual(['600', '400'])
})

test('arrow keys move and leave it open, Enter closes', async () => {
  const changed = vi.fn<(value: string) => void>()
  await show(field(changed, few, 'red'))
  await userEvent.click(page.getByRole('button', { name: 'Zone: Red' }))
  await expect.element(page.getByRole('radio', { name: 'Red' })).toBeVisible()
  page.getByRole('radio', { name: 'Red' }).element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('radio', { name: 'Green' })).toBeChecked()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(changed.mock.calls).toEqual([['green']])
})

test('many options have a search line; it finds by hint and by further words, and says when nothing fits', async () => {
  await show(field(nothing, many, 'zone-3'))
  await userEvent.click(page.getByRole('button', { name: 'Zone: Zone 3' }))
  const search = page.getByRole('searchbox')
  await userEvent.type(search, 'lighth')
  await expect.element(page.getByRole('radio')).toHaveLength(1)
  await expect.element(page.getByRole('radio', { name: 'Zone 7 7 h ahead' })).toBeInTheDocument()
  await userEvent.fill(search, '12 h ahead')
  await expect.element(page.getByRole('radio', { name: 'Zone 12 12 h ahead' })).toBeInTheDocument()
  await userEvent.fill(search, 'nowhere')
  await expect.element(page.getByRole('status')).toHaveTextContent('No results for "nowhere"')
  await expect.element(page.getByRole('radio')).toHaveLength(0)
})

test('what is chosen is in sight when it opens, and while arrow keys move it; the head stays', async () => {
  await show(field(nothing, many, 'zone-35'))
  await userEvent.click(page.getByRole('button', { name: 'Zone: Zone 35' }))
  await expect.element(page.getByText('35 h ahead')).toBeInViewport()
  const head = page.getByRole('heading', { name: 'Zone' })
  const { top } = head.element().getBoundingClientRect()
  page.getByRole('radio', { checked: true }).element().focus()
  await userEvent.keyboard('{ArrowUp>25/}')
  await expect.element(page.getByRole('radio', { name: 'Zone 10 10 h ahead' })).toBeChecked()
  await expect.element(page.getByText('10 h ahead')).toBeInViewport()
  expect(head.element().getBoundingClientRect().top).toBe(top)
})
