// What can be seen in the sources themselves: every file is read as a syntax tree.
import { describe, expect, it, vi } from 'vitest'
import { type Found, type Node, nodesIn, nodesInText } from './sources.ts'

// Reading all sources takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

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

/** `name` of a call, alone or of something: `RegExp`, `globalThis.RegExp`. */
const calledIn = (node: Node): string => {
  const callee = node['callee'] as { name?: string; property?: { name?: string } } | undefined
  return /^(New|Call)Expression$/.test(node.type) ? (callee?.name ?? callee?.property?.name ?? '') : ''
}

/** The module that a node brings in, in whatever way: `import`, `export … from`, `import()`, `require`. */
const moduleIn = (node: Node): string => {
  const [first] = (node['arguments'] ?? []) as { value?: unknown }[]
  const source = node['source'] as { value?: unknown } | null | undefined
  const asked = ['require', 'getBuiltinModule'].includes(calledIn(node)) ? first?.value : source?.value
  return typeof asked === 'string' ? asked.replace(/^node:/, '') : ''
}

/** Patterns whose text is not written down: neither as it stands nor of the sources of others. */
const madePatterns = (nodes: Iterable<Found>): Found[] =>
  [...nodes].filter(({ node }) => {
    if (calledIn(node) !== 'RegExp') return false
    const [first] = node['arguments'] as (Node | undefined)[]
    const parts = (first?.['expressions'] ?? []) as { property?: { name?: string } }[]
    if (first?.type === 'TemplateLiteral') return parts.some(({ property }) => property?.name !== 'source')
    return first?.type !== 'Literal'
  })

/** exec and execSync hand a line to a shell; whoever takes all of it hides which is used. */
const harmless = ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'fork']

/** Where a shell is started or could be, and how many files start programs. */
const shellsIn = (nodes: Iterable<Found>): { found: string[]; programs: number } => {
  const found: string[] = []
  let programs = 0
  for (const { node, at } of nodes) {
    if (moduleIn(node) === 'child_process') {
      programs += 1
      const names = ((node['specifiers'] ?? []) as { imported?: { name: string } }[]).map(
        ({ imported }) => imported?.name ?? 'all of it',
      )
      const isPlain = node.type === 'ImportDeclaration'
      // A name with a capital is a type.
      if (!isPlain || names.some((name) => !harmless.includes(name) && !/^[A-Z]/.test(name))) found.push(at())
    }
    const key = node['key'] as { name?: string; value?: unknown } | undefined
    if (node.type === 'Property' && (key?.name ?? key?.value) === 'shell') found.push(at())
    const [first] = (node['arguments'] ?? []) as { value?: unknown }[]
    if (harmless.includes(calledIn(node)) && /(^|\/)(ba|da|z|k)?sh$|cmd(\.exe)?$/.test(String(first?.value)))
      found.push(at())
  }
  return { found, programs }
}

/** What makes a program or markup of a text. */
const codeMadeIn = (nodes: Iterable<Found>): string[] =>
  [...nodes].flatMap(({ node, at }) => {
    const called = calledIn(node)
    const [first] = (node['arguments'] ?? []) as (Node | undefined)[]
    const isText = first?.type === 'TemplateLiteral' || typeof first?.['value'] === 'string'
    const left = node['left'] as { property?: { name?: string } } | undefined
    const attribute = node['name'] as { name?: string } | undefined
    const isCode =
      /^(eval|Function|insertAdjacentHTML)$/.test(called) ||
      (/^set(Timeout|Interval)$/.test(called) && isText) ||
      (/^write(ln)?$/.test(called) &&
        (node['callee'] as { object?: { name?: string } }).object?.name === 'document') ||
      moduleIn(node) === 'vm' ||
      (node.type === 'AssignmentExpression' &&
        /^(innerHTML|outerHTML|srcdoc)$/.test(left?.property?.name ?? '')) ||
      (node.type === 'JSXAttribute' && /^(dangerouslySetInnerHTML|srcDoc)$/.test(attribute?.name ?? ''))
    return isCode ? [at()] : []
  })

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
    for (const text of ['new RegExp(sent)', 'RegExp(`^${sent}$`)', "new RegExp('^' + sent)"])
      expect([text, madePatterns(nodesInText(text)).length]).toEqual([text, 1])
    expect(madePatterns(nodesInText("new RegExp('a'); new RegExp(`${unseen.source}b`)"))).toEqual([])
    const made = madePatterns(nodesIn('domain', 'contract', 'server', 'gateway')).map(({ at }) => at())
    // The one of a mark of a page: of the sorts that its route names, each a word.
    expect(made.filter((at) => !at.startsWith('server/features/stations/station-order.ts:'))).toEqual([])
    expect(made).toHaveLength(1)
  })
})

describe('V7: no shell', () => {
  it.each([
    "import { exec } from 'node:child_process'",
    "import { execSync as go } from 'child_process'",
    "import all from 'node:child_process'",
    "import * as all from 'node:child_process'",
    "export { exec } from 'node:child_process'",
    "const { exec } = await import('node:child_process')",
    "require('child_process').exec('x')",
    "process.getBuiltinModule('node:child_process')",
    "spawn('x', { shell: true })",
    "spawn('x', { 'shell': '/bin/sh' })",
    'spawn(file, [], { shell })',
    "spawn('sh', ['-c', line])",
    "execFile('/bin/bash', [line])",
  ])('V7: %s is seen', (text) => expect(shellsIn(nodesInText(text)).found).not.toEqual([]))

  it('V7: nothing that runs on the server starts a shell', () => {
    const { found, programs } = shellsIn(
      nodesIn('domain', 'contract', 'server', 'gateway', 'simulator', 'edge'),
    )
    expect(programs).toBeGreaterThan(0)
    expect(found).toEqual([])
  })

  it.each([
    'eval(text)',
    'globalThis.eval(text)',
    'new Function(text)',
    "Function('a', text)",
    "import vm from 'node:vm'",
    "await import('vm')",
    'setTimeout("text", 1)',
    'setInterval(`text`, 1)',
    '<p dangerouslySetInnerHTML={{ __html: text }} />',
    'element.innerHTML = text',
    'element.outerHTML += text',
    "element.insertAdjacentHTML('beforeend', text)",
    'document.write(text)',
    'frame.srcdoc = text',
    '<iframe srcDoc={text} />',
  ])('V7: %s is seen as text that becomes code', (text) =>
    expect(codeMadeIn(nodesInText(text))).not.toEqual([]),
  )

  it('V7: no text becomes code', () => {
    expect(
      codeMadeIn(nodesInText('setTimeout(work, 1); element.textContent = text; evaluate(text)')),
    ).toEqual([])
    expect(codeMadeIn(nodesIn(...rooms, 'gateway', 'simulator', 'edge'))).toEqual([])
  })
})
