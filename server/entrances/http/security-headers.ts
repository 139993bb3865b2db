import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

type InlineHashes = { script: string[]; style: string[] }

const hashShape = /^sha256-[A-Za-z0-9+/]+=*$/

/** Hashes of the inline first paint, written by the web build. Without a build there is nothing inline to allow. */
const inlineHashes = (appDir: string | null): InlineHashes => {
  if (appDir === null) return { script: [], style: [] }
  try {
    const read = JSON.parse(readFileSync(join(appDir, 'csp-hashes.json'), 'utf8')) as Partial<InlineHashes>
    const sound = (list: unknown): string[] =>
      Array.isArray(list)
        ? list.filter((one): one is string => typeof one === 'string' && hashShape.test(one))
        : []
    return { script: sound(read.script), style: sound(read.style) }
  } catch {
    return { script: [], style: [] }
  }
}

const quoted = (list: string[]): string[] => list.map((hash) => `'${hash}'`)

/** Headers of every answer. On plain http none of them forces an upgrade: loopback works without a certificate. */
export const securityHeaders = async (
  app: FastifyInstance,
  settings: {
    secure: boolean
    shellOrigins: readonly string[]
    appDir: string | null
    /** The one other origin that pictures may come from: map tiles. */
    tileOrigin: string | null
  },
): Promise<void> => {
  const hashes = inlineHashes(settings.appDir)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...quoted(hashes.script)],
        styleSrc: ["'self'", ...quoted(hashes.style)],
        imgSrc: ["'self'", 'data:', 'blob:', ...(settings.tileOrigin === null ? [] : [settings.tileOrigin])],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        mediaSrc: ["'self'", 'blob:'],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: settings.shellOrigins.length === 0 ? ["'none'"] : [...settings.shellOrigins],
      },
    },
    // frame-ancestors says it all; the old header cannot name origins.
    xFrameOptions: settings.shellOrigins.length === 0 ? { action: 'deny' } : false,
    strictTransportSecurity: settings.secure ? { maxAge: 180 * 24 * 3600, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
    // Browsers ignore these two on plain http beyond loopback, with an error in the console.
    crossOriginOpenerPolicy: settings.secure ? { policy: 'same-origin' } : false,
    originAgentCluster: settings.secure,
  })
}
