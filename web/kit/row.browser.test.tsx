import { Plus } from 'lucide-react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { pathTo } from '#web/paths.ts'
import { Card } from './card.tsx'
import { Row, Rows } from './row.tsx'

componentStates('Row', {
  usual: (
    <Card flush>
      <Rows>
        <Row label="SN" value="SE17K7E1DBB39" />
        <Row label="People" hint="3 of 4 are here" value="4" to={pathTo('home')} icon={<Plus size={20} />} />
        <Row label="Call" value="+49 30 1234" call="tel:+49301234" />
        <Row label="Map" app="maps:?daddr=1,2" />
        <Row label="Rename" onPress={() => {}} />
        <Row label="Delete" danger onPress={() => {}} />
      </Rows>
    </Card>
  ),
  empty: (
    <Card flush>
      <Rows>
        <Row label="Maker" value="–" />
        <Row label="Alone" />
      </Rows>
    </Card>
  ),
  loading: 'SkeletonCard waits in the place of rows',
  stale: 'what stands in it looks so',
  error: 'the list says so in its place',
  long: ({ name, text, code, word }) => (
    <Card flush>
      <Rows>
        <Row label={name} hint={text} value={code} to={pathTo('home')} icon={<Plus size={20} />} />
        <Row label={code} hint={code} value={name} onPress={() => {}} />
        <Row label={word} value={code} />
        <Row label={name} danger onPress={() => {}} />
      </Rows>
    </Card>
  ),
})

test('is a link, a call, a button or a line of text, by what is given', async () => {
  const pressed = vi.fn<() => void>()
  await show(
    <Rows>
      <Row label="People" value="4" to={pathTo('home')} />
      <Row label="Call" call="tel:+49301234" />
      <Row label="Rename" onPress={pressed} />
      <Row label="SN" value="SE17" />
    </Rows>,
  )
  await expect.element(page.getByRole('link', { name: 'People 4' })).toHaveAttribute('href', '/h5/home')
  await expect.element(page.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+49301234')
  await userEvent.click(page.getByRole('button', { name: 'Rename' }))
  expect(pressed).toHaveBeenCalledOnce()
  await expect.element(page.getByRole('link')).toHaveLength(2)
  await expect.element(page.getByRole('button')).toHaveLength(1)
})

const isUnder = (): boolean =>
  page.getByText('SE17K7E1DBB39').element().getBoundingClientRect().top >=
  page.getByText('Serial number').element().getBoundingClientRect().bottom

test('with large letters a value goes under its label', async () => {
  const given = (
    <Card flush>
      <Rows>
        <Row label="Serial number" value="SE17K7E1DBB39" />
      </Rows>
    </Card>
  )
  await show(given)
  expect(isUnder()).toBe(false)
  await show(given, { text: 200 })
  expect(isUnder()).toBe(true)
})
