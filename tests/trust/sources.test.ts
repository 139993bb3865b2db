// What can be seen in the sources themselves: every file is read as a syntax tree.
import { describe, expect, it, vi } from 'vitest'
import { type Node, nodesIn } from './sources.ts'

// Reading all sources takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const rooms = ['domain', 'contract', 'server', 'web'] as const

/**
 * True when something that may repeat without end stands inside something that may repeat without end: `(a+)*`. Such a
 * pattern can take a time that doubles with every letter, and no cap on the length is small enough for that.
 */
const repeatsWithinRepeat = (pattern: string): boolean => {
  const text = pattern.replaceAll(/\\./gsu, 'x').replaceAll(/\[(?:[^\]]*)\]/gu, 'x')
  const open: boolean[] = [false]
  let closed = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? ''
    if (char === '(') {
      open.push(false)
      closed = false
      // What follows says what kind of group it is.
      at += /^\?(?:[:=!]|<[=!]|<\w+>)/.exec(text.slice(at + 1))?.[0].length ?? 0
      continue
    }
    if (char === ')') {
      closed = open.pop() ?? false
      if (closed) open[open.length - 1] = true
      continue
    }
    const endless = char === '*' || char === '+' || /^\{\d+,\}/.test(text.slice(at))
    if (endless) {
      if (closed) return true
      open[open.length - 1] = true
    }
    closed = false
  }
  return false
}

describe('V6: patterns', () => {
  it.each([
    ['(a+)*', true],
    ['^[A-Z]+(-?[A-Z]+)*$', true],
    ['(?:a|b+)+', true],
    ['((a{2,})b?)+', true],
    ['(a*)+', true],
    ['a+b+', false],
    ['(a+)?', false],
    ['(?:-?[A-Z])*', false],
    ['(\\(+)', false],
    ['[(+)*]*', false],
    ['(?<year>\\d{4})*', false],
    ['(a+){2}', false],
  ])('V6: %s is seen for what it is', (pattern, bad) => expect(repeatsWithinRepeat(pattern)).toBe(bad))

  it('V6: none repeats within a repeat', () => {
    const found: string[] = []
    let read = 0
    for (const { node, at } of nodesIn(...rooms)) {
      const regex = node['regex'] as { pattern: string } | undefined
      if (node.type !== 'Literal' || !regex) continue
      read += 1
      if (repeatsWithinRepeat(regex.pattern)) found.push(`${at()} /${regex.pattern}/`)
    }
    expect(read).toBeGreaterThan(50)
    expect(found).toEqual([])
  })

  it('V6: none is made from what somebody sent', () => {
    const made: string[] = []
    for (const { node, at } of nodesIn('domain', 'contract', 'server')) {
      const called = node['callee'] as { name?: string } | undefined
      if (!/^(New|Call)Expression$/.test(node.type) || called?.name !== 'RegExp') continue
      const [first] = node['arguments'] as Node[]
      if (first?.type !== 'Literal' && first?.type !== 'TemplateLiteral') made.push(at())
    }
    expect(made).toEqual([])
  })
})

describe('V7: no shell', () => {
  it('V7: nothing that runs behind a door starts a shell', () => {
    const found: string[] = []
    let started = 0
    for (const { node, at } of nodesIn('domain', 'contract', 'server', 'devices')) {
      if (node.type === 'ImportDeclaration') {
        const { value } = node['source'] as { value: string }
        if (!/^(node:)?child_process$/.test(value)) continue
        started += 1
        for (const specifier of node['specifiers'] as { imported?: { name: string } }[]) {
          // exec and execSync hand a line to a shell; the default import hides which is used.
          const name = specifier.imported?.name ?? 'all of it'
          if (
            !['spawn', 'spawnSync', 'execFile', 'execFileSync', 'fork'].includes(name) &&
            !/^[A-Z]/.test(name)
          )
            found.push(`${at()} ${name}`)
        }
      }
      const key = node['key'] as { name?: string; value?: unknown } | undefined
      if (node.type === 'Property' && (key?.name ?? key?.value) === 'shell') found.push(`${at()} shell`)
    }
    expect(started).toBeGreaterThan(0)
    expect(found).toEqual([])
  })

  it('V7: no text becomes code', () => {
    const found: string[] = []
    for (const { node, at } of nodesIn(...rooms)) {
      const callee = node['callee'] as { name?: string } | undefined
      if (/^(New|Call)Expression$/.test(node.type) && /^(eval|Function)$/.test(callee?.name ?? ''))
        found.push(at())
      const source = node['source'] as { value?: string } | undefined
      if (node.type === 'ImportDeclaration' && /^(node:)?vm$/.test(source?.value ?? '')) found.push(at())
      const attribute = node['name'] as { name?: string } | undefined
      if (node.type === 'JSXAttribute' && attribute?.name === 'dangerouslySetInnerHTML') found.push(at())
    }
    expect(found).toEqual([])
  })
})
