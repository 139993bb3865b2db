import { expect, it } from 'vitest'
import { evenStyle } from './even-styles.ts'

const declarations = (css: string): string[] => css.slice(css.indexOf('{') + 1, -1).split(';')

it('brings the same declarations into one order', () => {
  const one = evenStyle('.a{gap:8px;color:red;display:grid}')
  expect(evenStyle('.a{display:grid;gap:8px;color:red}')).toBe(one)
  expect(declarations(one).toSorted()).toEqual(['color:red', 'display:grid', 'gap:8px'])
})

it.each([
  ['border:0;border-top:1px solid red'],
  ['border-top:1px solid red;border:0'],
  ['font:inherit;line-height:2'],
  ['inset:0;top:4px'],
  ['top:4px;inset:0'],
  ['place-items:center;justify-items:end'],
  ['white-space:nowrap;text-wrap:balance'],
  ['-webkit-text-decoration:underline dotted;text-decoration:underline dotted'],
  ['height:2px;block-size:3px'],
])('leaves the order of what undoes each other: %s', (inner) => {
  expect(evenStyle(`p{${inner}}`)).toBe(`p{${inner.replace('block-size', 'height')}}`)
})

it('takes the shorter of two names, in declarations only', () => {
  expect(evenStyle('p{max-inline-size:2px}')).toBe('p{max-width:2px}')
  expect(evenStyle('p{border-block-start-color:red}')).toBe('p{border-top-color:red}')
  for (const other of ['p{container-type:inline-size}', 'p{transition:block-size 1s}', 'p{margin-block:1px}'])
    expect(evenStyle(other)).toBe(other)
})

it('leaves alone what has texts and addresses that could be cut', () => {
  for (const css of ['p{gap:1px;content:"a;b";color:red}', 'p{gap:1px;background:url(data:x;y);color:red}'])
    expect(evenStyle(css)).toBe(css)
})

it('leaves out spaces that say nothing, but none in a text or around plus and minus', () => {
  expect(evenStyle('p{top:calc(2 * var(--u) + 1px)}\nq{margin:var(--a, 0) 1px}')).toBe(
    'p{top:calc(2*var(--u) + 1px)}q{margin:var(--a,0) 1px}',
  )
  expect(evenStyle('.a * b{top:0}')).toBe('.a * b{top:0}')
  expect(evenStyle('p{content:"a, b"}')).toBe('p{content:"a, b"}')
})
