import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { levels } from '#domain/upgrades/upgrade-states.ts'
import { PACKAGE_BYTES_MAX } from '#domain/upgrades/limits.ts'
import { readFirmwareKeys } from '#server/features/upgrades/firmware-keys.ts'
import { BundleRefused, openBundle } from '#server/features/upgrades/open-bundle.ts'
import { errors } from '#domain/errors.ts'
import { buildPackage } from './build-package.ts'
import { readPrivateKey } from './key-files.ts'

const text = z.string().check(z.minLength(1), z.maxLength(64))
const spec = z.strictObject({
  name: text,
  version: text,
  vendor: text,
  expires: z.string(),
  images: z.array(
    z.strictObject({
      level: z.enum(levels),
      vendor: z.optional(text),
      model: text,
      hw: z.optional(z.strictObject({ min: text, max: text })),
      version: text,
      sequence: z.int().check(z.minimum(0)),
      expires: z.optional(z.string()),
      file: z.string(),
    }),
  ),
})

/** The end of that day, UTC. */
const endOf = (day: string): number => {
  const at = Date.parse(`${day}T23:59:59.999Z`)
  if (Number.isNaN(at)) throw new Error(`${day} is no day such as 2027-06-30`)
  return at
}

export const signPackage = async (files: { key: string; spec: string; out: string }): Promise<void> => {
  const given = spec.safeParse(JSON.parse(await readFile(files.spec, 'utf8')))
  if (!given.success) {
    const places = given.error.issues.map(({ path: place, message }) => `${place.join('.')}: ${message}`)
    throw new Error(`${files.spec}: ${places.join('; ')}`)
  }
  const { name, version, vendor, expires, images } = given.data
  const bundle = await buildPackage(
    {
      name,
      version,
      vendor,
      images: await Promise.all(
        images.map(async (image) => ({
          component: image.level,
          vendor: image.vendor ?? vendor,
          model: image.model,
          ...(image.hw ? { hw: image.hw } : {}),
          version: image.version,
          seq: image.sequence,
          expires: endOf(image.expires ?? expires),
          data: await readFile(path.resolve(path.dirname(files.spec), image.file)),
        })),
      ),
    },
    await readPrivateKey(files.key),
  )
  if (bundle.length > PACKAGE_BYTES_MAX) throw new Error(errors.package_too_large.en)
  await writeFile(files.out, bundle)
}

/** Checks a package as the server does. @throws Error with the server's own sentence in both languages */
export const explainPackage = async (file: string, keysFile: string, now: number): Promise<string> => {
  try {
    const { index, images } = await openBundle(await readFile(file), await readFirmwareKeys(keysFile), now)
    return [
      `${index.name} ${index.version} of ${index.vendor}, signed by ${index.key}`,
      ...images.map(
        ({ manifest: { component, model, version, seq, size, expires } }) =>
          `  ${component} ${model} ${version} (sequence ${seq}), ${size} bytes, until ${new Date(expires).toISOString()}`,
      ),
    ].join('\n')
  } catch (error) {
    if (!(error instanceof BundleRefused)) throw error
    throw new Error(`${errors[error.code].en} ${errors[error.code].zh_CN} (${error.entry})`, { cause: error })
  }
}
