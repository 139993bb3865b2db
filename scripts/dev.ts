// `npm run dev`: the empty installation with reload, at the address of a real one. Vite answers there and hands what is
// under /api to a server on a port of its own, which starts anew when its files change.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { endWithNpm, outlivesTerminal } from './parent-watch.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A free TCP port of this machine: the wanted one, else the next that is. */
const freePort = (wanted: number): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(freePort(wanted + 1)))
    probe.listen(wanted, '127.0.0.1', () => probe.close(() => resolve(wanted)))
  })

const appPort = await freePort(Number(process.env['PORT'] ?? 8080))
const serverPort = await freePort(appPort + 1)
const environment = {
  ...process.env,
  HOST: process.env['HOST'] ?? '127.0.0.1',
  PORT: String(serverPort),
  PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://localhost:${appPort}`,
}
const watched = ['server', 'domain', 'contract'].map((room) => `--watch-path=${root}${room}`)
const server = spawn(
  process.execPath,
  [...watched, '--watch-preserve-output', `${root}scripts/start.ts`, '--without-app'],
  { cwd: root, stdio: 'inherit', env: environment },
)
const app = spawn(
  process.execPath,
  [`${root}node_modules/vite/bin/vite.js`, '--port', String(appPort), '--strictPort', '--logLevel', 'warn'],
  { cwd: root, stdio: 'inherit', env: environment },
)
const end = (): void => {
  server.kill('SIGTERM')
  app.kill('SIGTERM')
}
process.on('SIGINT', end)
process.on('SIGTERM', end)
if (!outlivesTerminal()) process.on('SIGHUP', end)
endWithNpm(end)
