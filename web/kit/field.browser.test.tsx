import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { Field, FieldError, FieldPair, Fields } from './field.tsx'
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

const boxOf = (name: string): string => {
  const input = page.getByLabelText(name).element()
  return getComputedStyle(input.parentElement ?? input).backgroundColor
}

test('a line of text and a number stand in the same box as an area', async () => {
  await show(
    <Fields>
      <TextField label="Name" />
      <NumberField label="Voltage" unit="V" value={12} onChange={() => {}} />
      <AreaField label="Remark" />
    </Fields>,
  )
  const box = boxOf('Remark')
  expect(box).not.toBe('rgba(0, 0, 0, 0)')
  expect([boxOf('Name'), boxOf('Voltage')]).toEqual([box, box])
})

componentStates('FieldPair', {
  usual: (
    <Card flush>
      <Fields>
        <FieldPair>
          <NumberField label="Width" unit="m" value={4} onChange={() => {}} />
          <NumberField label="Depth" unit="m" value={3} help="Without its frame" onChange={() => {}} />
        </FieldPair>
      </Fields>
    </Card>
  ),
  empty: 'holds two fields',
  loading: 'forms wait as a whole',
  stale: 'holds what is typed',
  error: (
    <Card flush>
      <Fields>
        <FieldPair>
          <NumberField label="Width" value={-4} error="More than nothing." onChange={() => {}} />
          <NumberField label="Depth" value={3} onChange={() => {}} />
        </FieldPair>
      </Fields>
    </Card>
  ),
  long: ({ name, text }) => (
    <Card flush>
      <Fields>
        <FieldPair>
          <NumberField label={name} help={text} value={4} onChange={() => {}} />
          <NumberField label={name} error={text} value={3} onChange={() => {}} />
        </FieldPair>
      </Fields>
    </Card>
  ),
})

const cornerOf = (name: string) => page.getByLabelText(name).element().getBoundingClientRect()
const pairIn = async (width: number) =>
  show(
    <div style={{ inlineSize: width }}>
      <Fields>
        <FieldPair>
          <NumberField label="Width" value={4} onChange={() => {}} />
          <NumberField label="Depth" value={3} onChange={() => {}} />
        </FieldPair>
      </Fields>
    </div>,
  )

test('two short fields share a line where there is room for both, and none on a phone', async () => {
  await pairIn(640)
  expect(cornerOf('Depth').top).toBe(cornerOf('Width').top)
  expect(cornerOf('Depth').left).toBeGreaterThan(cornerOf('Width').right)
})

test('two short fields stand below each other where there is not', async () => {
  await pairIn(398)
  expect(cornerOf('Depth').left).toBe(cornerOf('Width').left)
  expect(cornerOf('Depth').top).toBeGreaterThan(cornerOf('Width').bottom)
})
