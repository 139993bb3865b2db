import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { words } from '../../../app/phrases/catalogues.ts'
import { MapFields } from './map-fields.tsx'
import { mapOf, mistakesOf, newDevice, type MapForm } from './map-form.ts'

await words.need('mapping', 'device')

const seen: { form: MapForm } = { form: [] }
function Typed({ tried = false }: { tried?: boolean }) {
  const [form, setForm] = useState<MapForm>([newDevice('meter')])
  const change = (next: MapForm): void => {
    seen.form = next
    setForm(next)
  }
  return <MapFields form={form} mistakes={tried ? mistakesOf(form) : []} mapped={null} onChange={change} />
}

describe('a mapping on the phone', () => {
  it('is typed: a second value goes on with the next metric, a state has its words', async () => {
    const screen = await show(<Typed />)
    await userEvent.fill(screen.getByLabelText('Subtopic'), 'tele/SENSOR')
    await userEvent.fill(screen.getByLabelText('JSON path'), 'ENERGY.Power')
    await userEvent.fill(screen.getByLabelText('Factor'), '-1')
    await userEvent.click(screen.getByRole('button', { name: 'Add value' }))
    await userEvent.fill(screen.getByLabelText('JSON path').nth(1), 'ENERGY.Total')
    await userEvent.fill(screen.getByLabelText('Factor').nth(1), '1000')
    await userEvent.click(screen.getByRole('button', { name: 'Add status' }))
    await userEvent.fill(screen.getByLabelText('Feeding'), 'run, 1')
    await userEvent.fill(screen.getByLabelText('Status topic'), 'mode')
    expect(mapOf(seen.form)).toEqual({
      devices: [
        {
          t: 'meter',
          sn: null,
          values: [
            { topic: 'tele/SENSOR', path: 'ENERGY.Power', to: 'p', factor: -1 },
            { topic: 'tele/SENSOR', path: 'ENERGY.Total', to: 'e_in', factor: 1000 },
          ],
          state: { topic: 'mode', path: '', are: { '1': 'grid', run: 'grid' } },
        },
      ],
    })
    // What a draft is shortened by does not shout.
    for (const remove of screen.getByRole('button', { name: /^Remove/ }).elements())
      expect(getComputedStyle(remove).color).toBe(getComputedStyle(document.body).color)
    await userEvent.click(screen.getByRole('button', { name: 'Remove Power' }))
    expect(seen.form[0]?.values.map(({ to }) => to)).toEqual(['e_in'])
  })

  it('says at each field what is wrong with it, in both languages', async () => {
    for (const [language, label, says] of [
      ['en', 'Subtopic', /Topics are names/],
      ['zh_CN', '下级主题', /主题由斜杠/],
    ] as const) {
      const screen = await show(<Typed tried />, { language })
      await userEvent.fill(screen.getByLabelText(label), 'a/#')
      await expect.element(screen.getByText(says)).toBeVisible()
    }
  })

  it('shows beside each value what it came to, or why it did not', async () => {
    const form = [newDevice('meter'), newDevice('battery')]
    const mapped = [
      { value: 412.5, trouble: null },
      { value: null, trouble: 'no_number' as const },
    ]
    const screen = await show(<MapFields form={form} mistakes={[]} mapped={mapped} onChange={() => {}} />)
    await expect.element(screen.getByText(/412\.50? W/)).toBeVisible()
    await expect.element(screen.getByText('Not a number')).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Device 2' })).toBeVisible()
  })
})
