import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { CardFigures } from './card-figures.tsx'

await words.need('stations')

const figures = {
  powerW: 0,
  todayWh: 0,
  todayCoverage: 1,
  equivalentHours: 0,
  night: null,
  capacityW: 10_000,
  silent: false,
  oldPower: false,
}

test('by night a station says what the day of light brought, and no nought', async () => {
  await show(
    <div data-testid="card">
      <CardFigures {...figures} night={{ day: 'yesterday', wh: 23_700, coverage: 1 }} />
    </div>,
  )
  await expect
    .element(page.getByTestId('card'))
    .toMatchTextContent(/^Yesterday23\.7 ?kWhEquiv\. hours2\.37 ?hCapacity10\.0+ ?kW$/)
})

test('by day it says its power and the day so far', async () => {
  await show(
    <div data-testid="card">
      <CardFigures {...figures} powerW={1_200} todayWh={4_000} equivalentHours={0.4} />
    </div>,
  )
  await expect
    .element(page.getByTestId('card'))
    .toMatchTextContent(/^Power now1\.20 ?kWof 10\.0 kWToday4\.00 ?kWhEquiv\. hours0\.40 ?h$/)
})
