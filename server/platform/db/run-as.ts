import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import path from 'node:path'
import { copyBinaries, DatabaseStartError, type Binaries } from './binaries.ts'

/**
 * Whom PostgreSQL runs as. It refuses root, so a server started by root has to hand it to somebody else:
 * `user` another user id; `namespace` root's own files seen from a user namespace where root is user 1000.
 */
export type RunAs =
  | { readonly kind: 'self' }
  | { readonly kind: 'user'; readonly uid: number; readonly gid: number }
  | { readonly kind: 'namespace'; readonly as?: number }

/** A PostgreSQL that was seen to start here. `major` is 18 for 18.4. `owner` is who must own its files. */
export type Postgres = {
  readonly bin: string
  readonly runAs: RunAs
  readonly version: string
  readonly major: number
  readonly owner: { readonly uid: number; readonly gid: number }
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>

/** The user `nobody` of most systems, whom older versions ran PostgreSQL as. Every other program of it could read all. */
const NOBODY = 65534
/**
 * Who may make a cluster: `initdb` wants a user with an entry, which an account of its own has not. Best root's files in
 * a namespace, where that is allowed, then `nobody` for the moment it takes; what was made is given to its owner.
 */
export const makersOf = ({ runAs, owner }: Postgres): readonly Pick<Postgres, 'runAs' | 'owner'>[] =>
  runAs.kind !== 'user' || owner.uid < OWN_FIRST || owner.uid > OWN_LAST
    ? [{ runAs, owner }]
    : [
        { runAs: { kind: 'namespace', as: NOBODY }, owner: { uid: 0, gid: 0 } },
        { runAs: { kind: 'user', uid: NOBODY, gid: NOBODY }, owner: { uid: NOBODY, gid: NOBODY } },
      ]

/** Ids that no system gives to people or to programs it installs; they need no entry in /etc/passwd. */
const [OWN_FIRST, OWN_LAST] = [62_000, 64_899]

/**
 * An id that nothing else on this machine has: no entry, no process. Whoever runs under it owns the files of the
 * database and is let in at its socket, and that is PostgreSQL of this installation alone.
 */
export const ownAccount = async (proc = '/proc'): Promise<{ uid: number; gid: number }> => {
  const taken = new Set<number>()
  for (const file of ['/etc/passwd', '/etc/group'])
    for (const line of (await readFile(file, 'utf8').catch(() => '')).split('\n'))
      taken.add(Number(line.split(':')[2]))
  for (const entry of await readdir(proc).catch(() => []))
    if (/^\d+$/.test(entry)) taken.add((await stat(path.join(proc, entry)).catch(() => ({ uid: 0 }))).uid)
  const free = Array.from({ length: OWN_LAST - OWN_FIRST + 1 }, (_, no) => OWN_FIRST + no).filter(
    (id) => !taken.has(id),
  )
  const id = free[randomInt(free.length)] ?? OWN_FIRST
  return { uid: id, gid: id }
}

/** Starts a program in a process group of its own, so that Ctrl-C in a terminal reaches only the server. */
export function launch(runAs: RunAs, command: string, args: readonly string[]): Child {
  const [file, argv] =
    runAs.kind === 'namespace'
      ? [
          'unshare',
          ['-U', `--map-user=${runAs.as ?? 1000}`, `--map-group=${runAs.as ?? 1000}`, '--', command, ...args],
        ]
      : [command, [...args]]
  return spawn(file, argv, {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(runAs.kind === 'user' ? { uid: runAs.uid, gid: runAs.gid } : {}),
  })
}

/** Runs a program to its end. `code` is null when a signal ended it or it could not be started. */
export function run(
  runAs: RunAs,
  command: string,
  args: readonly string[],
  input = '',
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = launch(runAs, command, args)
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.stdin.on('error', () => {}) // the program ended before reading everything: its exit code says why
    child.once('error', (error) => resolve({ code: null, output: error.message }))
    child.once('close', (code) => resolve({ code, output: output.trim() }))
    child.stdin.end(input)
  })
}

export type RunAsQuestion = {
  readonly binaries: Binaries
  readonly dataDir: string
  /** Who owns the cluster that is already there; undefined when there is none yet. */
  readonly clusterOwner: { readonly uid: number; readonly gid: number } | undefined
}

/**
 * Finds a user who may run PostgreSQL on this DATA_DIR, by trying.
 * @throws DatabaseStartError naming every way that was tried and why it failed.
 */
export async function choosePostgres({ binaries, dataDir, clusterOwner }: RunAsQuestion): Promise<Postgres> {
  const uid = process.getuid?.() ?? -1
  const gid = process.getgid?.() ?? -1
  if (uid !== 0) {
    if (clusterOwner !== undefined && clusterOwner.uid !== uid) {
      throw new DatabaseStartError(
        `The database in ${dataDir} belongs to user ${clusterOwner.uid}, and this is user ${uid}. ` +
          'Start Sunkeeper as that user (or as root), or choose another DATA_DIR.',
      )
    }
    const probe = await probeVersion({ kind: 'self' }, binaries)
    if ('version' in probe) return { ...probe, runAs: { kind: 'self' }, owner: { uid, gid } }
    throw refusal([`as user ${uid}: ${probe.reason}`])
  }

  const reasons: string[] = []
  // An ordinary user's cluster stays that user's, so that a start as root does not lock the user out.
  const stays = clusterOwner !== undefined && clusterOwner.uid !== 0 && clusterOwner.uid !== NOBODY
  const person = stays ? clusterOwner : await ownAccount()
  const asUser: RunAs = { kind: 'user', ...person }
  const ways: readonly ('user' | 'namespace')[] =
    clusterOwner?.uid === 0 ? ['namespace', 'user'] : ['user', 'namespace']
  const reach = await run(asUser, '/bin/sh', ['-c', 'cd "$0"', dataDir])
  for (const way of ways) {
    if (way === 'user') {
      const probe =
        reach.code === 0 ? await probeVersion(asUser, binaries) : { reason: 'cannot enter DATA_DIR' }
      if ('version' in probe) return { ...probe, runAs: asUser, owner: person }
      reasons.push(`as user ${person.uid}: ${probe.reason}`)
    } else {
      const probe = await probeVersion({ kind: 'namespace' }, binaries)
      if ('version' in probe) return { ...probe, runAs: { kind: 'namespace' }, owner: { uid: 0, gid: 0 } }
      reasons.push(`in a user namespace: ${probe.reason}`)
    }
  }
  if (reach.code === 0) {
    const probe = await probeVersion(asUser, await copyBinaries(binaries, dataDir))
    if ('version' in probe) return { ...probe, runAs: asUser, owner: person }
    reasons.push(`as user ${person.uid} from a copy of the program: ${probe.reason}`)
  }
  throw refusal(reasons)
}

async function probeVersion(
  runAs: RunAs,
  { bin }: Binaries,
): Promise<{ bin: string; version: string; major: number } | { reason: string }> {
  const { code, output } = await run(runAs, path.join(bin, 'postgres'), ['--version'])
  const version = /PostgreSQL\) (\d+)\.(\S+)/.exec(output)
  if (code === 0 && version) return { bin, version: `${version[1]}.${version[2]}`, major: Number(version[1]) }
  return { reason: output.split('\n')[0] || `exit code ${code}` }
}

function refusal(reasons: readonly string[]): DatabaseStartError {
  return new DatabaseStartError(
    `The built-in PostgreSQL does not start here (${reasons.join('; ')}). Start Sunkeeper as an ordinary user, ` +
      'move it and DATA_DIR to a folder that other users can enter, or set DATABASE_URL.',
  )
}
