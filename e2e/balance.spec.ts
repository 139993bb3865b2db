import { expect, test } from './world.ts'

test('a station with a meter says what its house uses and draws, one without says nothing of it', async ({
  asRole,
  world,
}) => {
  const page = await asRole('administrator', 'en')
  type Cards = { stations: { id: string; name: string }[] }
  const { stations } = (await (await page.request.get(`${world.url}/api/stations`)).json()) as Cards
  const idOf = (part: string): string => stations.find(({ name }) => name.includes(part))?.id ?? ''

  await page.goto(`${world.url}/h5/station-detail?stationId=${idOf('顾家')}`)
  await expect(page.getByRole('term').filter({ hasText: 'House' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Own use' })).toBeVisible()
  // Of a day that has hardly begun no share is known.
  await page.getByText('Lifetime', { exact: true }).last().click()
  await expect(page.getByText('From the grid', { exact: true })).toBeVisible()
  await expect(page.getByText('Self-sufficiency')).toBeVisible()

  await page.goto(`${world.url}/h5/station-detail?stationId=${idOf('Landshut')}`)
  // By night its picture stands behind the line that says until when it rests.
  const connection = page.getByRole('term').filter({ hasText: 'Grid connection' })
  const resting = page.getByRole('button', { name: /Asleep|No power is flowing/ })
  await expect(connection.or(resting)).toBeVisible()
  if (await resting.isVisible()) await resting.click()
  await expect(connection).toBeVisible()
  await expect(page.getByRole('term').filter({ hasText: 'House' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Own use' })).toHaveCount(0)
})
