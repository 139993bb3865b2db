import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { Field, FieldError, Fields } from './field.tsx'
import { NumberField } from './number-field.tsx'
import { AreaField, TextField } from './text-field.tsx'

componentStates('Field', {
  usual: (
    <Card flush>
      <Fields>
        <Field label="Colour" help="As it is called." optional>
          {(ids) => <input type="text" {...ids} style={{ minBlockSize: 44 }} defaultValue="Red" />}
        </Field>
        <Field label="Size">{(ids) => <input type="text" {...ids} style={{ minBlockSize: 44 }} />}</Field>
      </Fields>
    </Card>
  ),
  empty: 'holds whatever is typed into',
  loading: 'forms wait as a whole',
  stale: 'holds what is typed',
  error: (
    <Card flush>
      <Fields>
        <Field label="Colour" error="There is no such colour.">
          {(ids) => <input type="text" {...ids} style={{ minBlockSize: 44 }} defaultValue="Rad" />}
        </Field>
        <div style={{ padding: 16 }}>
          <FieldError id="alone" error="Two of these exclude each other." />
        </div>
      </Fields>
    </Card>
  ),
  long: ({ name, text, code }) => (
    <Card flush>
      <Fields>
        <Field label={name} help={code} error={`${text} ${code}`} optional>
          {(ids) => <input type="text" {...ids} style={{ minBlockSize: 44 }} />}
        </Field>
      </Fields>
    </Card>
  ),
})

test('there is no alert without an error', async () => {
  await show(<FieldError id="x" error={undefined} />)
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('a hairline stands between fields, none above the first', async () => {
  await show(
    <Fields>
      {['One', 'Two', 'Three'].map((label) => (
        <Field key={label} label={label}>
          {(ids) => <input type="text" {...ids} />}
        </Field>
      ))}
    </Fields>,
  )
  const lines = ['One', 'Two', 'Three'].map((label) => {
    const field = page.getByText(label, { exact: true }).element().parentElement
    return field && getComputedStyle(field, '::before').blockSize
  })
  expect(lines).toEqual(['auto', '1px', '1px'])
})

test('in a sheet a line of text and a number stand in the same box as an area', async () => {
  await show(
    <Fields boxed>
      <TextField label="Name" />
      <NumberField label="Voltage" unit="V" value={12} onChange={() => {}} />
      <AreaField label="Remark" />
    </Fields>,
  )
  const boxOf = (name: string, inner: boolean): string => {
    const input = page.getByLabelText(name).element()
    return getComputedStyle(inner ? input : (input.parentElement ?? input)).backgroundColor
  }
  const area = boxOf('Remark', true)
  expect([boxOf('Name', false), boxOf('Voltage', false)]).toEqual([area, area])
})
