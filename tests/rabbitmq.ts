import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { firstFile } from './first-file.ts'
import { freePort } from './free-port.ts'

const run = promisify(execFile)

/** The folder of RabbitMQ's programs where Debian puts them, or null. */
export const rabbitPrograms =
  firstFile(['/usr/lib/rabbitmq/bin/rabbitmq-server'], constants.X_OK) === null
    ? null
    : '/usr/lib/rabbitmq/bin'

/** How long a node or a cluster may take to stand; only ends what hangs. */
const PATIENCE_MS = 600_000
const NODES = 3
const login = { user: 'sunkeeper', password: 'tulip-anchor-93' }

export type RabbitNode = {
  readonly amqpPort: number
  readonly mqttPort: number
  start: () => Promise<void>
  /** With signal 9. */
  kill: () => Promise<void>
  ctl: (...args: string[]) => Promise<string>
}

export type Rabbit = {
  readonly nodes: readonly RabbitNode[]
  /** Of the server: AMQP_URL, AMQP_API_URL, MQTT_URL, BROKER_AUTH_SECRET and BROKER_AUTH_PORT. */
  readonly settings: Readonly<Record<string, string>>
  /** Which node leads each of these queues in each virtual host, by its place in `nodes`. */
  leadersOf: (queues: readonly string[]) => Promise<number[]>
  /** Stops all and removes their folders. */
  remove: () => Promise<void>
}

const list = (ports: readonly number[]): string => ports.map((port) => `127.0.0.1:${port}`).join(',')

/** The block of step 6 in docs/scale.md that holds these words, so that what is run is what is written. */
const written = (words: string): string => {
  const page = readFileSync(new URL('../docs/scale.md', import.meta.url), 'utf8')
  const step = page.slice(page.indexOf('## 6. A cluster of brokers'))
  const block = [...step.matchAll(/^```\n([\s\S]*?)^```$/gm)].find(([, text]) => text?.includes(words))
  if (block?.[1] === undefined) throw new Error(`docs/scale.md has no block with ${words}`)
  return block[1]
}

/**
 * Three nodes of this machine's RabbitMQ in a cluster on loopback, with the configuration, the policy and the login that
 * docs/scale.md has: only names, ports and TLS differ.
 */
export const startRabbit = async (): Promise<Rabbit> => {
  if (rabbitPrograms === null) throw new Error('no RabbitMQ here')
  const programs = rabbitPrograms
  const folder = mkdtempSync(path.join(tmpdir(), 'sunkeeper-rabbit-'))
  const [epmdPort, asksPort] = [await freePort(), await freePort()]
  const secret = 'prove-0123456789-0123456789-0123456789'
  const mark = path.basename(folder).slice(-6).toLowerCase()
  const nameOf = (n: number): string => `sun${n}${mark}@localhost`
  const vhosts = /^export AMQP_URL=\S+\/(\S+)$/m.exec(written('export AMQP_URL='))?.[1]?.split(',') ?? []
  if (vhosts.length !== NODES) throw new Error('docs/scale.md has not one virtual host a node')
  const children: ChildProcess[] = []

  const makeNode = async (n: number): Promise<RabbitNode & { api: number }> => {
    const home = path.join(folder, `node-${n}`)
    mkdirSync(home)
    const [amqpPort, mqttPort, api, dist] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ]
    writeFileSync(path.join(home, '.erlang.cookie'), `SUNKEEPER${mark}`, { mode: 0o400 })
    writeFileSync(path.join(home, 'enabled_plugins'), written('rabbitmq_consistent_hash_exchange'))
    const asWritten = written('cluster_formation.peer_discovery_backend')
      .split('\n')
      .filter((line) => !/ssl|listeners\.tcp/.test(line))
      .map((line) =>
        line
          .replace(/rabbit@broker-(\d)/, (_, m: string) => nameOf(Number(m)))
          // What stands there is the first machine's.
          .replace(vhosts[0] ?? '', vhosts[n - 1] ?? '')
          .replace('127.0.0.1:8091/SECRET', `127.0.0.1:${asksPort}/${secret}`),
      )
    const ofThisMachine = [
      `listeners.tcp.1 = 127.0.0.1:${amqpPort}`,
      `mqtt.listeners.tcp.1 = 127.0.0.1:${mqttPort}`,
      'management.tcp.ip = 127.0.0.1',
      `management.tcp.port = ${api}`,
      // Ten thousand gateways take 0.8 MB each of a node's.
      'vm_memory_high_watermark.absolute = 6GB',
      'disk_free_limit.absolute = 100MB',
      'log.file.level = warning',
    ]
    writeFileSync(path.join(home, 'rabbitmq.conf'), [...asWritten, ...ofThisMachine, ''].join('\n'))
    const loopback = '-kernel inet_dist_use_interface {127,0,0,1}'
    const env = {
      ...process.env,
      HOME: home,
      LANG: 'C.UTF-8',
      ERL_EPMD_PORT: String(epmdPort),
      ERL_EPMD_ADDRESS: '127.0.0.1',
      RABBITMQ_NODENAME: nameOf(n),
      RABBITMQ_DIST_PORT: String(dist),
      RABBITMQ_MNESIA_BASE: path.join(home, 'mnesia'),
      RABBITMQ_LOG_BASE: path.join(home, 'log'),
      RABBITMQ_CONFIG_FILE: path.join(home, 'rabbitmq.conf'),
      RABBITMQ_ENABLED_PLUGINS_FILE: path.join(home, 'enabled_plugins'),
      RABBITMQ_GENERATED_CONFIG_DIR: path.join(home, 'generated'),
      RABBITMQ_PID_FILE: path.join(home, 'pid'),
      RABBITMQ_CONF_ENV_FILE: '/dev/null',
      // Three of them share two cores: none waits for work by turning round.
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: `+S 2:2 +sbwt none +sbwtdcpu none +sbwtdio none ${loopback}`,
      RABBITMQ_CTL_ERL_ARGS: loopback,
    }
    const ctl: RabbitNode['ctl'] = async (...args) =>
      (await run(path.join(programs, 'rabbitmqctl'), ['-q', ...args], { env, cwd: home })).stdout
    let child: ChildProcess | null = null
    return {
      amqpPort,
      mqttPort,
      api,
      ctl,
      start: async () => {
        const started = spawn(path.join(programs, 'rabbitmq-server'), [], { cwd: home, env, stdio: 'ignore' })
        child = started
        children.push(started)
        const lateAt = performance.now() + PATIENCE_MS
        for (;;) {
          await pause(500)
          if (started.exitCode !== null) throw new Error(`node ${n} of RabbitMQ did not start`)
          if (performance.now() > lateAt) throw new Error(`node ${n} of RabbitMQ does not stand`)
          // It listens for gateways last.
          const up = await fetch(`http://127.0.0.1:${api}/api/health/checks/local-alarms`, {
            signal: AbortSignal.timeout(2_000),
          }).catch(() => null)
          await up?.arrayBuffer()
          if (
            up?.status === 401 &&
            (await ctl('await_startup').then(
              () => true,
              () => false,
            ))
          )
            return
        }
      },
      kill: async () => {
        const running = child
        const pid = Number(readFileSync(path.join(home, 'pid'), 'utf8'))
        if (running === null || running.exitCode !== null) return
        const gone = once(running, 'exit')
        process.kill(pid, 'SIGKILL')
        await gone
      },
    }
  }

  const nodes: Awaited<ReturnType<typeof makeNode>>[] = []
  const remove = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.kill().catch(() => undefined)))
    for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
    // Its last: what the nodes were registered at.
    await run('epmd', ['-port', String(epmdPort), '-kill'], {
      env: { ...process.env, ERL_EPMD_ADDRESS: '127.0.0.1' },
    }).catch(() => undefined)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    for (let n = 1; n <= NODES; n += 1) nodes.push(await makeNode(n))
    // One after the other: each joins those that stand.
    for (const node of nodes) await node.start()
    const [first] = nodes
    if (first === undefined) throw new Error('no node')
    // What docs/scale.md has to be typed once.
    const commands = written('rabbitmqctl add_vhost')
      .split('\n')
      .filter((line) => line.startsWith('rabbitmqctl '))
    for (const line of commands) {
      const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
      await first.ctl(...words.slice(1).map((word) => (word === 'PASSWORD' ? login.password : word)))
    }
    return {
      nodes,
      settings: {
        AMQP_URL: `amqp://${login.user}:${login.password}@${list(nodes.map(({ amqpPort }) => amqpPort))}/${vhosts.join(',')}`,
        AMQP_API_URL: `http://${list(nodes.map(({ api }) => api))}`,
        MQTT_URL: `mqtt://127.0.0.1:${first.mqttPort}`,
        BROKER_AUTH_SECRET: secret,
        BROKER_AUTH_PORT: String(asksPort),
      },
      leadersOf: async (queues) => {
        const leaders: number[] = []
        for (const vhost of vhosts) {
          const said = await first.ctl('list_queues', '-p', vhost, 'name', 'leader', '--formatter=json')
          for (const { name, leader } of JSON.parse(said) as { name: string; leader: string }[])
            if (queues.includes(name)) leaders.push(nodes.findIndex((_, n) => nameOf(n + 1) === leader))
        }
        if (leaders.length !== queues.length * vhosts.length || leaders.includes(-1))
          throw new Error('nobody knows who leads the queues')
        return leaders
      },
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}
