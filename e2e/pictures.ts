import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Label, Picture } from './draw-pictures.ts'

export type { Label }

const program = fileURLToPath(new URL('draw-pictures.ts', import.meta.url))
const run = promisify(execFile)

const drawn = async (picture: Picture, tries = 2): Promise<Buffer> => {
  try {
    const { stdout } = await run(process.execPath, [program, JSON.stringify(picture)], {
      encoding: 'buffer',
      maxBuffer: 64 * 1024 * 1024,
      killSignal: 'SIGKILL',
    })
    return stdout
  } catch (problem) {
    if (tries === 1) throw problem
    return drawn(picture, tries - 1)
  }
}

/** A picture of one colour, as a chooser of files gives it; pixels. */
export const photoOf = async (
  colour: string,
  [width, height]: readonly [number, number] = [1200, 900],
  kind: 'jpeg' | 'png' = 'jpeg',
): Promise<{ name: string; mimeType: string; buffer: Buffer }> => ({
  name: `${colour}.${kind === 'png' ? 'png' : 'jpg'}`,
  mimeType: `image/${kind}`,
  buffer: await drawn({ kind, colour, width, height }),
})

/** Labels on a wall, as somebody photographs them: JPEG. */
export const photoOfLabels = async (labels: readonly Label[]): Promise<Buffer> =>
  drawn({ kind: 'labels', labels })

/** Writes a Y4M film for a camera; each of `scenes` shows its labels at once. */
export const writeFilm = async (file: string, scenes: readonly (readonly Label[])[]): Promise<void> => {
  await drawn({ kind: 'film', file, scenes })
}
