import { type ChildProcess, spawn } from 'node:child_process'
import { constants, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { firstFile } from '../../tests/first-file.ts'
import { freePort } from '../../tests/free-port.ts'
import { haproxyProgram, haproxyWith } from '../../tests/haproxy.ts'
import { until } from '../../tests/acceptance/victim.ts'
import { findPostgres15 } from './other-postgres.ts'

const guide = join(import.meta.dirname, '../../docs/scale.md')
const executable = (name: string): string | null =>
  firstFile([`/usr/bin/${name}`, `/usr/local/bin/${name}`], constants.X_OK)

/** Whether all of it is installed here; Patroni is looked after through /proc, so on Linux alone. */
export const hasPatroni =
  process.platform === 'linux' &&
  findPostgres15() !== null &&
  haproxyProgram !== null &&
  executable('patroni') !== null &&
  executable('etcd') !== null

export type Member = { name: string; role: string; state: string; timeline: number; lag: number | null }

export type PatroniCluster = {
  /** Through HAProxy, as the role of everyday work, as the owner of the tables and as the superuser. */
  readonly url: string
  readonly ownerUrl: string
  readonly superuserUrl: (database: string) => string
  /** As Patroni itself says, asked of any of them that answers. */
  members: () => Promise<Member[]>
  /** The one that leads; null while none does. */
  primary: () => Promise<string | null>
  /** All of a machine at once, with signal 9: etcd, Patroni, every process of PostgreSQL. */
  kill: (name: string) => void
  /** All of a machine stands still with its connections open, as one does whose cable was pulled; `kill` ends that. */
  freeze: (name: string) => void
  start: (name: string) => void
  /** What it wrote last, of Patroni and PostgreSQL. */
  saidLast: (name: string) => Promise<string>
  stop: () => Promise<void>
}

const MACHINES = ['db1', 'db2', 'db3'] as const
const PATIENCE_MS = 120_000
const NOBODY = 65_534

/** The first block of configuration behind these words in docs/scale.md: what a stranger copies is what runs here. */
const documented = (text: string, after: string): string => {
  const from = text.indexOf('\n```', text.indexOf(after)) + 1
  const begin = text.indexOf('\n', from) + 1
  return text.slice(begin, text.indexOf('\n```', begin) + 1)
}

/** Processes whose working folder is this one: all of a PostgreSQL. */
const processesIn = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((entry) => {
      try {
        return readlinkSync(`/proc/${entry}/cwd`) === folder
      } catch {
        return false
      }
    })
    .map(Number)

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended already.
  }
}

const runs = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

/**
 * Three machines with etcd, Patroni and PostgreSQL each, on addresses of loopback, and HAProxy in front, all with the
 * configuration of docs/scale.md but for addresses, ports and folders. Run by an ordinary user.
 */
export const startPatroniCluster = async (): Promise<PatroniCluster> => {
  const bin = findPostgres15()
  if (bin === null || !hasPatroni) throw new Error('no Patroni here')
  const folder = await mkdtemp(join(tmpdir(), 'sunkeeper-patroni-'))
  await chmod(folder, 0o711)
  const [postgres, api, etcd, peer, front] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const text = await readFile(guide, 'utf8')
  const placeOf = (name: string): string => join(folder, name)
  /** A block of the guide, written for the first machine, as it is on this one. */
  const onMachine = (block: string, name: string): string =>
    block
      .replaceAll(
        /^(\s*listen: |\s*connect_address: |ETCD_(?!INITIAL_CLUSTER=).*)10\.0\.0\.21/gm,
        `$110.0.0.2${name.slice(2)}`,
      )
      .replaceAll(/^(name: |ETCD_NAME=)db1$/gm, `$1${name}`)
      .replaceAll(/10\.0\.0\.(2\d)/g, '127.0.0.$1')
      .replaceAll('10.0.0.0/8', '127.0.0.0/8')
      .replaceAll(/(?<=:|port )(?:5432|8008|2379|2380|5000)\b/g, (port) =>
        String({ 5432: postgres, 8008: api, 2379: etcd, 2380: peer, 5000: front }[port]),
      )
      .replaceAll('/var/lib/postgresql/15/sunkeeper', join(placeOf(name), 'postgres'))
      .replaceAll('/var/lib/postgresql/patroni.pgpass', join(placeOf(name), 'pgpass'))
      .replaceAll('/var/run/postgresql', placeOf(name))
      .replaceAll('/var/lib/etcd/sunkeeper', join(placeOf(name), 'etcd'))
      .replaceAll('/usr/lib/postgresql/15/bin', bin)
  const running = new Map<string, ChildProcess[]>()
  let balancer: ChildProcess | null = null

  const launch = (name: string, program: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess => {
    const log = openSync(join(placeOf(name), 'log'), 'a')
    return spawn(executable(program) ?? program, args, {
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
      env: {
        PATH: `${process.env['PATH'] ?? ''}:/usr/bin:/bin`,
        LC_ALL: 'C.UTF-8',
        HOME: placeOf(name),
        ...env,
      },
      ...user,
    })
  }
  const start = (name: string): void => {
    const settings = readFileSync(join(placeOf(name), 'etcd.env'), 'utf8')
      .trim()
      .split('\n')
    const env = Object.fromEntries(settings.map((line) => line.split(/=(.*)/s).slice(0, 2)))
    const store = launch(name, 'etcd', [], env)
    running.set(name, [store, launch(name, 'patroni', [join(placeOf(name), 'config.yml')], {})])
  }
  const all = (name: string, what: NodeJS.Signals): void => {
    for (const child of running.get(name) ?? [])
      if (child.pid !== undefined && runs(child)) signal(child.pid, what)
    for (const pid of processesIn(join(placeOf(name), 'postgres'))) signal(pid, what)
  }
  const killAll = (): void => {
    for (const name of MACHINES) all(name, 'SIGKILL')
    balancer?.kill('SIGKILL')
  }
  process.once('exit', killAll)
  const stop = async (): Promise<void> => {
    process.off('exit', killAll)
    do {
      killAll()
      await pause(100)
    } while (MACHINES.some((name) => processesIn(join(placeOf(name), 'postgres')).length > 0))
    await rm(folder, { recursive: true, force: true })
  }

  const members = async (): Promise<Member[]> => {
    for (const name of MACHINES) {
      const asked = await fetch(`http://127.0.0.2${name.slice(2)}:${api}/cluster`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => null)
      if (asked?.ok !== true) {
        await asked?.arrayBuffer()
        continue
      }
      const { members: found } = (await asked.json()) as { members: Member[] }
      return found
    }
    return []
  }
  const at = (who: string, database: string): string => `postgresql://${who}@127.0.0.1:${front}/${database}`
  const superuserUrl = (database: string): string => at('postgres:fourth', database)

  try {
    for (const name of MACHINES) {
      await mkdir(placeOf(name), { mode: 0o700 })
      await mkdir(join(placeOf(name), 'etcd'), { mode: 0o700 })
      await writeFile(
        join(placeOf(name), 'etcd.env'),
        onMachine(documented(text, '`/etc/default/etcd`'), name),
      )
      const config = onMachine(documented(text, '`/etc/patroni/config.yml`'), name)
      await writeFile(join(placeOf(name), 'config.yml'), config)
      if ('uid' in user)
        for (const one of ['', 'etcd', 'config.yml']) await chown(join(placeOf(name), one), NOBODY, NOBODY)
      start(name)
    }
    const haproxy = join(folder, 'haproxy.cfg')
    await writeFile(haproxy, onMachine(haproxyWith('listen database'), 'db1'))
    balancer = spawn(haproxyProgram ?? '', ['-db', '-f', haproxy], { stdio: 'ignore' })
    await until('a primary and two standbys', PATIENCE_MS, async () => {
      await pause(500)
      const found = await members()
      const roles = found.map(({ role }) => role)
      return (
        found.length === 3 &&
        roles.includes('leader') &&
        roles.includes('sync_standby') &&
        found.every(({ state }) => /running|streaming/.test(state))
      )
    })
    const superuser = new Client({ connectionString: superuserUrl('postgres') })
    await superuser.connect()
    // Each statement by itself: a database is not made within a transaction.
    for (const statement of documented(text, '-p 5000 -U postgres`').split(';'))
      if (statement.trim() !== '') await superuser.query(statement)
    await superuser.end()
    return {
      url: at('sunkeeper:other', 'sunkeeper'),
      ownerUrl: at('sunkeeper_owner:first', 'sunkeeper'),
      superuserUrl,
      members,
      primary: async () => (await members()).find(({ role }) => role === 'leader')?.name ?? null,
      kill: (name) => all(name, 'SIGKILL'),
      freeze: (name) => all(name, 'SIGSTOP'),
      start,
      saidLast: async (name) =>
        (await readFile(join(placeOf(name), 'log'), 'utf8')).split('\n').slice(-40).join('\n'),
      stop,
    }
  } catch (error) {
    for (const name of MACHINES)
      process.stderr.write(
        `${name}:\n${(await readFile(join(placeOf(name), 'log'), 'utf8').catch(() => '')).split('\n').slice(-15).join('\n')}\n`,
      )
    await stop()
    throw error
  }
}
