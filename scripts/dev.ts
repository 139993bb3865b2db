// `npm run dev`: the empty installation with reload. The server restarts when its files change; the app comes from Vite,
// which asks the server for everything under /api.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const watched = ['server', 'domain', 'contract'].map((room) => `--watch-path=${root}${room}`)
const server = spawn(process.execPath, [...watched, '--watch-preserve-output', `${root}scripts/start.ts`], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, HOST: process.env['HOST'] ?? '127.0.0.1' },
})
const app = spawn(process.execPath, [`${root}node_modules/vite/bin/vite.js`, '--port', '5173'], {
  cwd: root,
  stdio: 'inherit',
})
const end = (): void => {
  server.kill('SIGTERM')
  app.kill('SIGTERM')
}
process.on('SIGINT', end)
process.on('SIGTERM', end)
