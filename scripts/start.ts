// `npm start`: a real installation, empty the first time.
import { type Installation, openInstallation } from '#server/main.ts'
import { type Environment, readEnvironment } from '#server/env.ts'
import { isLoopback } from '#server/platform/loopback.ts'
import { buildWeb } from './build-web.ts'
import { explainStart } from './explain-start.ts'
import { letReadersLeave } from './gone-reader.ts'
import { endWithNpm, outlivesTerminal } from './parent-watch.ts'

/**
 * Ends the process in good order on the first signal, or when npm that runs it is gone; at once on the second signal. Made before anything is opened: what is
 * still starting is simply left, its database is stopped as the process exits.
 */
export const closeOnSignal = (): { whenOpen: (close: () => Promise<void>) => void } => {
  let close: (() => Promise<void>) | null = null
  let ending = false
  const end = (): void => {
    if (ending || close === null) process.exit(1)
    ending = true
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  if (!outlivesTerminal()) process.on('SIGHUP', end)
  endWithNpm(() => {
    if (!ending) end()
  })
  return {
    whenOpen: (opened) => {
      close = opened
    },
  }
}

/** Where gateways connect to the built-in broker; nothing with another one. */
const doorsFor = (
  { mqttPort, mqttsPort }: Pick<Installation, 'mqttPort' | 'mqttsPort'>,
  mqttHost: string,
): string[] => {
  if (mqttPort === null) return []
  const plain = `gateways connect by MQTT on port ${mqttPort}${isLoopback(mqttHost) ? ', from this machine alone' : ''}`
  return mqttsPort === null ? [plain] : [`gateways connect by MQTT over TLS on port ${mqttsPort}`, plain]
}

const appAt = ({ publicUrl }: Pick<Environment, 'publicUrl'>, url: string): string =>
  `${publicUrl ?? url}/h5/`

/** The last line of a start: where the app is, or what a server without `api` does. */
export const readyLine = (env: Pick<Environment, 'roles' | 'publicUrl'>, url: string): string =>
  env.roles.includes('api') ? `ready ${appAt(env, url)}` : `ready: ${env.roles.join(', ')}`

if (import.meta.main) {
  letReadersLeave()
  const signals = closeOnSignal()
  try {
    const env = readEnvironment(process.env)
    // Development has an app of its own in front, which is never built.
    if (!process.argv.includes('--without-app')) await buildWeb()
    const installation = await openInstallation(env)
    signals.whenOpen(installation.close)
    if (installation.setupCode !== null) {
      process.stdout.write(
        `\nThis installation has no account yet. Open ${appAt(env, installation.url)} and enter this set-up code (shown once):\n\n    ${installation.setupCode}\n\n`,
      )
    }
    for (const line of doorsFor(installation, env.mqttHost)) process.stdout.write(`${line}\n`)
    process.stdout.write(`${readyLine(env, installation.url)}\n`)
  } catch (problem) {
    explainStart(problem)
  }
}
