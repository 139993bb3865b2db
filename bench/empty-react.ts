import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

/** Stands inside the project, so that its React is found. */
const place = join(import.meta.dirname, '../node_modules')

/** The script of a page that holds React and one line of text: what no page with React can be faster than. */
export const buildEmptyReact = async (): Promise<string> => {
  const folder = await mkdtemp(join(place, '.bench-'))
  try {
    const entry = join(folder, 'entry.js')
    await writeFile(
      entry,
      `import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
createRoot(document.getElementById('app')).render(createElement('p', null, '1 kW'))
`,
    )
    const made = (await build({
      configFile: false,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: { write: false, lib: { entry, formats: ['es'], fileName: 'entry' } },
    })) as Rolldown.RolldownOutput[]
    const [chunk] = made[0]?.output ?? []
    if (!chunk) throw new Error('the empty page was not built')
    return chunk.code
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
