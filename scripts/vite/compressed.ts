import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** What a server sends to whoever takes it compressed, done once here instead of at every request. */
export function compressed(): Plugin {
  const worthBytes = 1_000
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir = '' }) {
        for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
          const file = join(dir, name)
          if (!/\.(?:js|css|html|svg|json|wasm)$/.test(name) || statSync(file).size < worthBytes) continue
          const bytes = readFileSync(file)
          writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
          writeFileSync(`${file}.br`, brotliCompressSync(bytes))
        }
      },
    },
  }
}
