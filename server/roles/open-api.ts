import { fileURLToPath } from 'node:url'
import { routes } from '#contract/http/routes.ts'
import { handlersWith } from '../entrances/http/handlers.ts'
import { createHttp } from '../entrances/http/serve.ts'
import type { LiveHub } from '../entrances/live/live-hub.ts'
import type { Context } from '../context.ts'
import { EnvironmentError, type Environment } from '../env.ts'
import { listenOnFree } from '../platform/http/listen-on-free.ts'
import { isLoopback } from '../platform/loopback.ts'
import type { Certificate } from './certificate.ts'
import { repeatedly, type Closing } from './closing.ts'

/** Between two writings of who looked at stations. */
const VISITS_EVERY_MS = 15_000

const appDir = fileURLToPath(new URL('../../dist/h5', import.meta.url))

type Opening = {
  env: Environment
  context: Context
  live: LiveHub
  closing: Closing
  tls: Certificate | null
  reachable: () => boolean
  verifyAnswers: boolean
}

/** `api`: the entrance of people. Gives the port it listens on. */
export const openApi = async ({
  env,
  context,
  live,
  closing,
  tls,
  reachable,
  verifyAnswers,
}: Opening): Promise<number> => {
  const { log } = context
  closing.add(
    repeatedly(
      () => context.visits.flush(context.db),
      VISITS_EVERY_MS,
      (error) => log.warn({ err: error }, 'looks were not noted'),
    ),
  )
  const secure = tls !== null || env.publicUrl?.startsWith('https:') === true
  const app = await createHttp({
    context,
    routes,
    handlers: handlersWith(live),
    settings: {
      secure,
      publicOrigin: env.publicUrl,
      hostNames: env.hostNames,
      language: env.language,
      shellOrigins: env.shellOrigins,
      ...(env.trustedProxies.length === 0 ? {} : { trustProxy: [...env.trustedProxies] }),
      tls,
      authority: tls?.authority ?? null,
      appDir,
      verifyAnswers,
    },
    impaired: () => (reachable() ? [] : ['mqtt']),
  })
  closing.add(() => app.close())
  if (!secure && !isLoopback(env.host))
    log.warn(
      { host: env.host },
      'plain HTTP outside loopback: passwords travel unprotected; npm run certificate',
    )
  return listenOnFree(app, env.host, env.port, (taken, port) =>
    log.warn({ wanted: taken, port }, 'HTTP port taken, using the next free one'),
  ).catch((error: Error) => {
    throw new EnvironmentError(`HOST and PORT cannot be listened on: ${error.message}`)
  })
}
