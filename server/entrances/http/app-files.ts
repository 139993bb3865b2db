import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openAppNames } from './app-names.ts'

/** Vite puts a content hash into the names under `assets/`. */
const isHashed = (path: string): boolean => /[\\/]assets[\\/]/.test(path)

/**
 * The worker that reads codes of labels compiles WebAssembly, which pages may not. It is a file of its own with a policy
 * of its own: it loads its decoder from here and can do nothing else.
 */
const isDecoder = (path: string): boolean =>
  /[\\/]assets[\\/]decode-worker-[\w-]+\.js(?:\.(?:gz|br))?$/.test(path)
const decoderPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The built app under /h5/. Every path without a file of its own is one of the app's routes. */
export const serveApp = async (app: FastifyInstance, appDir: string | null): Promise<void> => {
  for (const url of ['/', '/h5']) app.get(url, (_request, reply) => reply.redirect('/h5/', 302))
  if (appDir === null || !existsSync(appDir)) {
    app.get('/h5/*', (_request, reply) =>
      reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The app has not been built yet: npm run build\n'),
    )
    return
  }
  // A folder has no file of its own: who takes nothing compressed would not find the page there.
  app.get('/h5/', (request, reply) => appPage(request, reply, appDir))
  await app.register(fastifyStatic, {
    root: appDir,
    serve: false,
    preCompressed: true,
    index: false,
    redirect: false,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      void reply.header('cache-control', isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (isDecoder(path)) void reply.header('content-security-policy', decoderPolicy)
    },
  })
  // Its own way of serving a folder reads the whole folder for each file.
  const isThere = openAppNames(appDir)
  app.get<{ Params: { '*': string } }>('/h5/*', async (request, reply) => {
    const name = request.params['*']
    if (!(await isThere(name))) {
      reply.callNotFound()
      return reply
    }
    return reply.sendFile(name)
  })
}

/** What has no file: a route of the app gets the page, a missing asset (or anything with a dot) stays missing. */
export const appPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  appDir: string | null,
): FastifyReply | null => {
  const path = request.url.split('?')[0] ?? ''
  const isRoute = path.startsWith('/h5/') && !/\.|%2e|%00/i.test(path) && !path.startsWith('/h5/assets/')
  if (appDir === null || !isRoute || (request.method !== 'GET' && request.method !== 'HEAD')) return null
  return reply.header('cache-control', 'no-cache').sendFile('index.html')
}
