// A server in a process of its own, for loops that kill it: what `npm start` opens, without building the app. Says in
// one line of JSON where it is, ends in good order on SIGTERM.
import { readEnvironment } from '#server/env.ts'
import { openInstallation } from '#server/main.ts'

export type ServerSaid = { url: string; mqttPort: number; setupCode: string | null; databaseUrl: string }

// Whoever started this and was killed itself takes its end of the pipe along; PostgreSQL ends with the process.
process.stdin.resume().once('end', () => process.exit(1))

const installation = await openInstallation(readEnvironment(process.env))
process.once('SIGTERM', () => {
  installation.close().then(
    () => process.exit(0),
    () => process.exit(1),
  )
})
const said: ServerSaid = {
  url: `http://127.0.0.1:${installation.httpPort}`,
  mqttPort: installation.mqttPort ?? 0,
  setupCode: installation.setupCode,
  databaseUrl: installation.databaseUrl,
}
process.stdout.write(`${JSON.stringify(said)}\n`)
