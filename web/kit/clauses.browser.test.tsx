import { expect, test } from 'vitest'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Clauses } from './clauses.tsx'

componentStates('Clauses', {
  usual: <Clauses text="It comes by itself." />,
  empty: 'without a text it is left out',
  loading: 'it waits for nothing',
  stale: 'it shows no figures',
  error: 'it cannot fail',
  long: ({ name, text, code }) => (
    // As in the messages that it stands in.
    <div style={{ overflowWrap: 'anywhere' }}>
      <Clauses text={text} />
      <Clauses text={`${name}，${code}。`} />
    </div>
  ),
})

/** How far down each letter stands. */
const topsIn = (within: HTMLElement): number[] => {
  const tree = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
  const tops: number[] = []
  while (tree.nextNode()) {
    const { length } = tree.currentNode.textContent ?? ''
    for (let at = 0; at < length; at += 1) {
      const range = document.createRange()
      range.setStart(tree.currentNode, at)
      range.setEnd(tree.currentNode, at + 1)
      tops.push(Math.round(range.getBoundingClientRect().top))
    }
  }
  return tops
}

const linesOf = async (text: string): Promise<string[]> => {
  const { container } = await show(
    <div style={{ inlineSize: 265 }}>
      <Clauses text={text} />
    </div>,
  )
  const tops = topsIn(container)
  const lines = new Map<number, string>()
  for (const [no, letter] of [...(container.textContent ?? '')].entries())
    lines.set(tops[no] ?? 0, (lines.get(tops[no] ?? 0) ?? '') + letter)
  return [...lines.values()]
}

test('lines end with a clause where clauses fit', async () => {
  expect(await linesOf('先新建电站并填写地址，再添加网关和它的设备。')).toEqual([
    '先新建电站并填写地址，',
    '再添加网关和它的设备。',
  ])
})

test.each(['您新建或报修的工单可在这里跟踪进度。', '您新建或报修的工单可在这里跟踪进度与处理结果。'])(
  'no line begins with a stop: %s',
  async (text) => {
    const lines = await linesOf(text)
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.join('')).toBe(text)
    for (const line of lines) expect(line).not.toMatch(/^[，。；]/)
  },
)
