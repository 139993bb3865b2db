import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { features, owners } from '#server/features/all-features.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const rooms = ['domain', 'contract', 'server', 'web', 'gateway', 'simulator', 'edge'] as const
const workshops = ['tests', 'e2e', 'bench', 'scripts'] as const

/** Which other rooms a room may import, and which packages it may use (all when absent). */
const plan: Record<(typeof rooms)[number], { rooms: RegExp; packages?: RegExp }> = {
  domain: { rooms: /^domain\//, packages: /^zod\/mini$/ },
  contract: { rooms: /^(domain|contract)\//, packages: /^zod\/mini$/ },
  server: { rooms: /^(domain|contract|server)\// },
  web: { rooms: /^(domain|contract\/(http|shell)|web)\//, packages: /^(?!node:)/ },
  gateway: { rooms: /^(domain|contract\/mqtt|gateway)\// },
  simulator: { rooms: /^(domain|contract\/mqtt|gateway|simulator)\// },
  edge: { rooms: /^(domain|contract\/mqtt|gateway|edge)\// },
}

/** Every folder of the rooms, down to where a feature begins. Who adds one says here what it is for. */
const folders: Record<(typeof rooms)[number], readonly string[]> = {
  domain: [
    'accounts',
    'alarms',
    'analyses',
    'commands',
    'devices',
    'edges',
    'files',
    'messages',
    'stations',
    'telemetry',
    'upgrades',
    'work-orders',
  ],
  contract: ['http', 'mqtt', 'shell'],
  server: ['roles', 'entrances', 'features', 'platform'],
  web: ['kit', 'app', 'parts', 'pages', 'boot', 'worker', 'public'],
  gateway: [],
  simulator: ['data', 'emulated', 'faults', 'physics', 'replay'],
  edge: [
    'control',
    'discovery',
    'engine',
    'pairing',
    'profiles',
    'runtime',
    'schemes',
    'store',
    'transports',
  ],
}
const serverFolders: Record<string, readonly string[]> = {
  entrances: ['http', 'jobs', 'live', 'mqtt'],
  features: features.map(({ name }) => name),
  platform: ['audit', 'backup', 'broker', 'db', 'files', 'http', 'kept', 'page', 'search'],
  roles: [],
}
/** What is shown, a folder a feature; each imports what stands before it. `…-page`: what several pages are made of. */
const webParts = [
  'states',
  'pickers',
  'log',
  'help',
  'favourites',
  'stations',
  'devices',
  'arrays',
  'alarms',
  'work-orders',
  'troubles',
  'bulk',
  'sync',
  'service',
  'commissioning',
  'control',
  'edges',
  'upgrades',
  'topology',
  'charts',
  'station-page',
  'device-page',
  'reports',
  'home',
  'fleet',
  'om',
  'mine',
]
const webFolders: Record<string, readonly string[]> = {
  kit: ['chart', 'map', 'navigation', 'scanner', 'time', 'words'],
  app: [
    'acts',
    'data',
    'failure',
    'lists',
    'live',
    'outbox',
    'photo',
    'phrases',
    'scanner',
    'session',
    'shell',
    'signature',
  ],
  parts: webParts,
  pages: [],
  boot: [],
}
/** The floors of the app, lowest first; the start, the router and its table stand above them. */
const webFloors = ['kit', 'app', 'parts', 'pages']
/** What the kit may ask of the rules: nothing that is about the field. */
const kitMayAsk = [
  // Which languages there are.
  'domain/errors.ts',
  // Where a place stands on a map.
  'domain/mercator.ts',
  // How tables are written, how the pieces of a map are called, in which unit a number reads best.
  'domain/files/csv-table.ts',
  'domain/stations/map-tiles.ts',
  'domain/telemetry/units.ts',
]
/** Parts that still do what only a page or the kit's `Page` does, with the reason. The list only shrinks. */
const partsLikePages: Record<string, string> = {
  'web/parts/charts/stage.tsx':
    'sets the title, as a full screen has no bar, and writes its choices into the address',
  'web/parts/devices/add-gateway/watch-page.tsx': 'scrolls up: the next card stands above the button',
  'web/parts/stations/form/station-form.tsx': 'scrolls up: the next step begins at its first field',
  'web/parts/upgrades/packages-part.tsx': 'writes into the address whose sheet is open',
  'web/parts/upgrades/tasks-part.tsx': 'writes its filters into the address',
}

/** The floors of the server, lowest first: a file imports its own floor and those below. */
const floors = ['platform', 'features', 'entrances', 'roles']

/** A feature imports only itself and what stands before it in the server's list. */
const featureOrder: readonly string[] = features.map(({ name }) => name)

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
  if (parts[0] === 'server') return parts[1] === 'features' ? parts[2] : undefined
  if (parts[0] === 'web') return parts[1] === 'parts' ? parts[2] : undefined
  const name = parts[0] === 'contract' ? (parts[2] ?? '').replace(/\.tsx?$/, '') : parts[1]
  return name === undefined || name.includes('.') ? undefined : name
}

/** Files that import each other, directly or over others (Tarjan's strongly connected components). */
const circles = (arrows: readonly Import[]): string[][] => {
  const next = new Map<string, string[]>()
  for (const { file, target } of arrows)
    if (target !== null && !isTest(file)) next.set(file, [...(next.get(file) ?? []), target])
  const [index, low, stack, found]: [Map<string, number>, Map<string, number>, string[], string[][]] = [
    new Map(),
    new Map(),
    [],
    [],
  ]
  const visit = (file: string): void => {
    index.set(file, index.size)
    low.set(file, index.get(file) ?? 0)
    stack.push(file)
    for (const target of next.get(file) ?? []) {
      if (!index.has(target)) visit(target)
      if (stack.includes(target)) low.set(file, Math.min(low.get(file) ?? 0, low.get(target) ?? 0))
    }
    if (low.get(file) !== index.get(file)) return
    const circle = stack.splice(stack.indexOf(file))
    if (circle.length > 1) found.push(circle.toSorted())
  }
  for (const file of next.keys()) if (!index.has(file)) visit(file)
  return found
}

const floorOf = (path: string): number => floors.indexOf(path.split('/')[1] ?? '')
const webFloorOf = (path: string): number => {
  // The table of addresses: links need it everywhere above the kit.
  if (path === 'web/paths.ts') return webFloors.indexOf('app')
  const floor = webFloors.indexOf(path.split('/')[1] ?? '')
  return floor < 0 ? webFloors.length : floor
}

describe('floor plan', () => {
  it('sees the house', () => {
    expect(imports.length).toBeGreaterThan(50)
  })

  it('keeps every import within its room or one that is open to it', () => {
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

  it('knows every folder', () => {
    const unknown = files.flatMap((file) => {
      const room = roomOf(file)
      const [, first = '', second = ''] = file.split('/')
      if (!room || first.includes('.')) return []
      if (!folders[room].includes(first)) return [`${room}/${first}`]
      const inner = { server: serverFolders, web: webFolders }[room as string]?.[first]
      return inner === undefined || second.includes('.') || inner.includes(second)
        ? []
        : [`${room}/${first}/${second}`]
    })
    expect([...new Set(unknown)]).toEqual([])
  })

  it('lets no floor of the server know the floors above it', () => {
    const wrong = imports.filter(({ file, target }) => {
      if (!file.startsWith('server/') || !target?.startsWith('server/') || file.includes('.fixture.'))
        return false
      const [from, to] = [floorOf(file), floorOf(target)]
      // main.ts opens all; context, call, events and env are what the floors share, and platform needs none of them.
      if (from < 0) return false
      return to < 0 ? from === 0 : to > from
    })
    expect(wrong.map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([])
  })

  it('lets no floor of the app know the floors above it', () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        file.startsWith('web/') &&
        target?.startsWith('web/') === true &&
        !file.includes('.fixture.') &&
        webFloorOf(target) > webFloorOf(file),
    )
    expect(wrong.map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([])
  })

  it('has no word of the field in the kit', () => {
    const field = /station|inverter|gateway|optimi[sz]er|alarm|work-?order/i
    const found = code
      .filter((file) => file.startsWith('web/kit/'))
      .flatMap((file) =>
        readFileSync(join(root, file), 'utf8')
          .split('\n')
          .filter((text) => field.test(text) && !kitMayAsk.some((one) => text.includes(`'#${one}'`)))
          .map((text) => `${file}: ${text.trim()}`),
      )
    expect(found).toEqual([])
    const asked = imports.filter(
      ({ file, target }) => file.startsWith('web/kit/') && target !== null && !target.startsWith('web/kit/'),
    )
    expect(asked.filter(({ target }) => !kitMayAsk.includes(target ?? ''))).toEqual([])
    expect(kitMayAsk.filter((one) => !asked.some(({ target }) => target === one))).toEqual([])
  })

  it('reads addresses, sets the title and scrolls the window in pages alone', () => {
    const like =
      /usePageSearch|setPageSearch|useSearch\(|\blocation\.(search|href|pathname)|document\.title|window\.scroll/
    const found = code.filter(
      (file) => file.startsWith('web/parts/') && like.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(found.toSorted()).toEqual(Object.keys(partsLikePages))
  })

  it('has a page for each route, called like it', () => {
    const table = readFileSync(join(root, 'web/routes.ts'), 'utf8')
    const routes = [...table.matchAll(/import\('\.\/pages\/([\w-]+)\.tsx'\)/g)].map(([, name]) => name)
    const pages = files.flatMap((file) => /^web\/pages\/(.+)\.tsx$/.exec(file)?.[1] ?? [])
    expect(routes.length).toBe(37)
    // The gallery of the kit, which only development shows, is no route of the app.
    expect(pages.filter((page) => page !== 'gallery')).toEqual(routes.toSorted())
  })

  it('has no circle of files that need each other to run', () => {
    expect(circles(imports.filter(({ typeOnly }) => !typeOnly))).toEqual([])
  })

  it('keeps the order of the features', () => {
    const wrong = imports.filter(({ file, target }) => {
      const room = roomOf(file)
      if (!room || target === null || target.startsWith('contract/mqtt')) return false
      // The rules are pure and keep the order among themselves: whoever needs one may ask it.
      if (room !== 'domain' && target.startsWith('domain/')) return false
      const order = room === 'web' ? webParts : featureOrder
      const [from, to] = [order.indexOf(featureOf(file) ?? ''), order.indexOf(featureOf(target) ?? '')]
      return from >= 0 && to > from
    })
    expect(wrong.map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([])
  })

  it('keeps SQL of the features in their stores and finders', () => {
    const statement =
      /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|(?<!transaction\(\))\.execute(TakeFirst(OrThrow)?)?\(/
    const holding = code.filter(
      (file) =>
        /^server\/features\/.*(?<!-store|\.fixture)\.ts$/.test(file) &&
        !/\/find-[a-z-]+\.ts$/.test(file) &&
        statement.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(holding).toEqual([])
  })

  it('has each feature of the server once in the list, and each table and each route of theirs', () => {
    const inFolders = files.flatMap(
      (file) => /^server\/features\/([\w-]+)\/feature\.ts$/.exec(file)?.[1] ?? [],
    )
    expect(inFolders.toSorted()).toEqual(features.map(({ name }) => name).toSorted())
    const all = features.flatMap(({ tables, handlers }) => [...tables, ...Object.keys(handlers)])
    expect(all.filter((one, at) => all.indexOf(one) !== at)).toEqual([])
  })

  it('has each table written by its owner alone', () => {
    const write =
      /\.(?:insertInto|updateTable|deleteFrom)\('(\w+)'|\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+([a-z_]+)/g
    const known = new Map<string, string>(Object.entries(owners))
    const writes = code
      .filter((file) => /^server\/(features|entrances|roles)\//.test(file))
      .flatMap((file) =>
        [...readFileSync(join(root, file), 'utf8').matchAll(write)].map((match) => {
          const table = match[1] ?? match[2] ?? ''
          return { file, table, owner: known.get(table) }
        }),
      )
    expect(writes.length).toBeGreaterThan(100)
    const wrong = writes.filter(({ file, owner }) => !file.startsWith(`server/${owner}/`))
    expect(wrong.map(({ file, table, owner }) => `${file} writes ${table} of ${owner}`)).toEqual([])
    // What nobody writes is kept by the database itself, from what is written.
    const written = new Set(writes.map(({ table }) => table))
    expect(
      [...known.keys()]
        .filter((table) => !written.has(table) && known.get(table) !== 'platform/audit')
        .toSorted(),
    ).toEqual(['alarm_tally', 'energy_month', 'order_tally', 'rows_taken'])
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

  it('takes no result of a callback apart before its error was looked at: of a failure there is none', () => {
    // `(error, { rows }) => …` throws where nobody catches it as soon as something fails.
    const takesApart =
      /\(\s*_?(?:e|err|error|failure|problem|cause|reason)\b\s*(?::[^,()]*)?,\s*[{[][^()]*\)\s*(?::[^=]*)?=>/
    const beside =
      /function\s*\w*\(\s*_?(?:e|err|error|failure|problem|cause|reason)\b\s*(?::[^,()]*)?,\s*[{[][^()]*\)\s*\{/
    const isBad = (text: string): boolean => takesApart.test(text) || beside.test(text)
    expect(isBad('pool.query(text, (error, { rows }) => done(rows))')).toBe(true)
    expect(isBad('post(url, (err: Error | null, [first]: string[]): void => {})')).toBe(true)
    expect(isBad('get(url, function (error, { status }) { end(status) })')).toBe(true)
    expect(isBad('pool.query(text, (error, result) => done(result?.rows))')).toBe(false)
    expect(isBad('log.warn(error, { gateway }); list.map((one) => one)')).toBe(false)
    const found = files.filter(
      (file) => /\.tsx?$/.test(file) && isBad(readFileSync(join(root, file), 'utf8')),
    )
    expect(found.filter((file) => file !== 'tests/floor-plan.test.ts')).toEqual([])
  })

  it('has no memory in the server that hangs on something by stealth: who makes it hands it down', () => {
    const hidden = /\bnew Weak(?:Map|Set|Ref)\b/
    expect(
      ['const held = new WeakMap<Pool, Memory>()', 'new WeakSet()'].every((text) => hidden.test(text)),
    ).toBe(true)
    const found = code.filter(
      (file) => file.startsWith('server/') && hidden.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(found).toEqual([])
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
