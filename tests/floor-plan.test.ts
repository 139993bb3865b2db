import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const rooms = ['domain', 'contract', 'server', 'web', 'gateway', 'devices'] as const
const workshops = ['tests', 'e2e', 'bench', 'scripts'] as const

/** Which rooms a room may enter through a door, and which packages it may use (all when absent). */
const plan: Record<(typeof rooms)[number], { rooms: RegExp; packages?: RegExp }> = {
  domain: { rooms: /^domain\//, packages: /^zod\/mini$/ },
  contract: { rooms: /^(domain|contract)\//, packages: /^zod\/mini$/ },
  server: { rooms: /^(domain|contract|server)\// },
  web: { rooms: /^(domain|contract\/(http|shell)|web)\//, packages: /^(?!node:)/ },
  gateway: { rooms: /^(domain|contract\/mqtt|gateway)\// },
  devices: { rooms: /^(domain|contract\/mqtt|gateway|devices)\// },
}

/** A feature imports only itself and what stands before it. */
const featureOrder = [
  'accounts',
  'files',
  'stations',
  'devices',
  'telemetry',
  'arrays',
  'alarms',
  'work-orders',
  'messages',
  'commands',
  'upgrades',
]
const after = {
  server: ['overview'],
  web: ['home', 'om', 'mine'],
  domain: [],
  contract: [],
  gateway: [],
  devices: [],
}

type Import = { file: string; specifier: string; target: string | null; typeOnly: boolean }

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => [...rooms, ...workshops].some((room) => file.startsWith(`${room}/`)))
  .filter((file) => {
    try {
      readFileSync(join(root, file))
      return true
    } catch {
      return false
    }
  })

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)
const statement = /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/g
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]/g

const importsOf = (file: string): Import[] => {
  const text = readFileSync(join(root, file), 'utf8')
  const found = [
    ...[...text.matchAll(statement)].map((match) => ({
      specifier: match[2] ?? '',
      typeOnly: match[1] !== undefined,
    })),
    ...[...text.matchAll(dynamic)].map((match) => ({ specifier: match[1] ?? '', typeOnly: false })),
  ]
  return found.map(({ specifier, typeOnly }) => ({
    file,
    specifier,
    typeOnly,
    target: specifier.startsWith('#')
      ? specifier.slice(1)
      : specifier.startsWith('.')
        ? relative(root, join(root, dirname(file), specifier))
        : null,
  }))
}

const code = files.filter((file) => rooms.some((room) => file.startsWith(`${room}/`)) && !isTest(file))
const imports = code.flatMap(importsOf)
const roomOf = (file: string) => rooms.find((room) => file.startsWith(`${room}/`))
const featureOf = (path: string): string | undefined => {
  const parts = path.split('/')
  const name = parts[0] === 'contract' ? (parts[2] ?? '').replace(/\.tsx?$/, '') : parts[1]
  return name === undefined || name.includes('.') ? undefined : name
}

describe('floor plan', () => {
  it('sees the house', () => {
    expect(imports.length).toBeGreaterThan(50)
  })

  it('keeps every import within its room or a door that is open to it', () => {
    const wrong = imports.filter(({ file, target, specifier }) => {
      const room = roomOf(file)
      if (!room) return false
      if (target !== null) {
        if (specifier.startsWith('.')) return !target.startsWith(`${room}/`)
        return !plan[room].rooms.test(target)
      }
      return plan[room].packages !== undefined && !plan[room].packages.test(specifier)
    })
    expect(wrong.map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([])
  })

  it('lets the web know the contract by its types alone', () => {
    const wrong = imports.filter(
      ({ file, target, typeOnly }) =>
        file.startsWith('web/') && target?.startsWith('contract/http') && !typeOnly,
    )
    expect(wrong.map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([])
  })

  it('keeps the order of the features', () => {
    const wrong = imports.filter(({ file, target }) => {
      const room = roomOf(file)
      if (!room || target === null || target.startsWith('contract/mqtt')) return false
      // The rules are pure and keep the order among themselves: whoever needs one may ask it.
      if (room !== 'domain' && target.startsWith('domain/')) return false
      const order = [...featureOrder, ...after[room]]
      const [from, to] = [order.indexOf(featureOf(file) ?? ''), order.indexOf(featureOf(target) ?? '')]
      return from >= 0 && to > from
    })
    expect(wrong.map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([])
  })

  it('has no clock and no chance in the rules and the contract', () => {
    const wrong = code.filter(
      (file) =>
        /^(domain|contract)\//.test(file) &&
        /\b(Date\.now|Math\.random|Temporal\.Now|new Date\(\))/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(wrong).toEqual([])
  })

  it('compares companies in one place: in code `sameCompany`, of a column `ofCompany`', () => {
    // Whether a company was changed is no question of tenancy.
    const changes = /input\.companyId !== (present\?\.)?companyId/
    const byHand = /company(_id|Id)\s*[!=]==\s*\w*[.?]*\w*[.?]*company|company(_id|Id)', '=', \w+\.companyId/
    const wrong = code.flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .filter((text) => byHand.test(text) && !changes.test(text))
        .map((text) => `${file}: ${text.trim()}`),
    )
    expect(wrong).toEqual([])
  })

  it('has no folders or files without a subject, and no default exports but where a tool wants them', () => {
    expect(
      files.filter((file) => /(^|\/)(utils?|helpers?|common|misc|shared)(\/|\.tsx?$)/.test(file)),
    ).toEqual([])
    const defaults = files.filter(
      (file) =>
        !file.endsWith('.config.ts') && /^export default /m.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(defaults).toEqual([])
  })

  it('is not imported by anything in a room: tests, benchmarks and scripts', () => {
    const wrong = imports.filter(
      ({ target }) => target !== null && workshops.some((one) => target.startsWith(`${one}/`)),
    )
    expect(wrong.map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([])
  })

  it('says at its head why a file is longer than 300 lines', () => {
    const long = code.filter((file) => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n')
      return lines.length > 300 && !/^\/[/*]/.test(lines[0] ?? '')
    })
    expect(long).toEqual([])
  })
})
