import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Answering } from '#tests/components/answers.tsx'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { ProgramRow } from './program-row.tsx'

await words.need('edges')

const sha256 = '5f2c'.repeat(16)
const row = (version: string, builtIn = false) => (
  <Answering answers={{ 'GET /api/edge/program': { version: '0.10.0', sha256 } }}>
    <ProgramRow edge={{ version, newestVersion: '0.10.0', builtIn }} />
  </Answering>
)
const commands = () => page.getByRole('code').elements()

test('an older edge is offered the newer program with the command that fetches, proves and unpacks it', async () => {
  await show(row('0.9.0'))
  await expect.element(page.getByText('Version 0.10.0 is available')).toBeVisible()
  const command = page.getByRole('code')
  await expect
    .element(command)
    .toMatchTextContent(
      /curl .*\/edge\.tgz -o edge\.tgz && echo "(5f2c){16} +edge\.tgz" \| sha256sum -c && tar/,
    )
})

test('one of the same version, a newer one and one that told none are offered nothing', async () => {
  for (const [version, says] of [
    ['0.10.0', 'Up to date'],
    ['0.11.0', 'Up to date'],
    ['', 'Not reported'],
  ] as const) {
    await show(row(version))
    await expect.element(page.getByText(says)).toBeVisible()
    expect(page.getByText(/is offered/).elements()).toEqual([])
    expect(commands()).toEqual([])
  }
})

test('the edge of the server itself is newer after its next start, without a command', async () => {
  await show(row('0.9.0', true))
  await expect.element(page.getByText('It updates at the next server start.')).toBeVisible()
  expect(commands()).toEqual([])
})
