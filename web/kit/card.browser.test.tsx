import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { pathTo } from '#web/paths.ts'
import { Card, CardLink } from './card.tsx'
import { Go } from './navigation/go.tsx'
import { Row, Rows } from './row.tsx'

componentStates('Card', {
  usual: (
    <>
      <Card title="June" action={<Go to={pathTo('home')}>All months</Go>}>
        <p>What stands in it.</p>
      </Card>
      <Card title="Rows" flush>
        <Rows>
          <Row label="One" value="1" />
        </Rows>
      </Card>
    </>
  ),
  empty: 'what stands in it says that there is nothing',
  loading: 'SkeletonCard waits in its place',
  stale: 'what stands in it looks so',
  error: 'what stands in it says so',
  long: ({ name, word, text, code }) => (
    <>
      <Card title={name} action={<Go to={pathTo('home')}>{word}</Go>}>
        <p>{text}</p>
      </Card>
      <Card title={code} flush action={<Go to={pathTo('home')}>{word}</Go>}>
        <Rows>
          <Row label={code} value={code} />
        </Rows>
      </Card>
    </>
  ),
})

componentStates('CardLink', {
  usual: (
    <CardLink to={pathTo('home')}>
      <strong>North roof</strong> 12 kW
    </CardLink>
  ),
  empty: 'a link always has words',
  loading: 'SkeletonCard waits in its place',
  stale: 'what stands in it looks so',
  error: 'what stands in it says so',
  long: ({ name, text, code }) => (
    <CardLink to={pathTo('home')}>
      <strong>{name}</strong> {text} {code}
    </CardLink>
  ),
})

test('its title is a heading', async () => {
  await show(<Card title="June">x</Card>)
  await expect.element(page.getByRole('heading', { level: 2, name: 'June' })).toBeVisible()
})

test('a card that is one link is named by all that stands in it', async () => {
  await show(
    <CardLink to={pathTo('home')}>
      <strong>North roof</strong> 12 kW
    </CardLink>,
  )
  await expect
    .element(page.getByRole('link', { name: 'North roof 12 kW' }))
    .toHaveAttribute('href', '/h5/home')
})
