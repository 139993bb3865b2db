import { createHash, type KeyObject, sign } from 'node:crypto'
import { type FirmwareManifest, firmwareManifest, manifestText, signedText } from '#contract/mqtt/firmware.ts'
import { indexText, packageIndex, signedIndexText } from '#domain/upgrades/bundle.ts'
import { packBundle } from '#server/features/upgrades/bundle-archive.ts'

export type Signer = { id: string; privateKey: KeyObject }
export type PackageSpec = {
  name: string
  version: string
  vendor: string
  images: readonly (Pick<
    FirmwareManifest,
    'component' | 'vendor' | 'model' | 'version' | 'seq' | 'expires'
  > & {
    hw?: { min: string; max: string }
    data: Buffer
  })[]
}

const hex = (data: Buffer): string => createHash('sha256').update(data).digest('hex')
const signed = (text: string, { privateKey }: Signer): Buffer =>
  Buffer.from(sign(null, Buffer.from(text, 'utf8'), privateKey).toString('base64url'))

/** A manifest with its signature. */
export const signImage = (
  image: PackageSpec['images'][number],
  signer: Signer,
): { manifest: FirmwareManifest; signature: string } => {
  const { data, ...about } = image
  const manifest = firmwareManifest.parse({
    ...about,
    size: data.length,
    sha256: hex(data),
    key: signer.id,
  })
  return { manifest, signature: signed(signedText(manifest), signer).toString() }
}

/** A signed package as one file. */
export const buildPackage = async (spec: PackageSpec, signer: Signer): Promise<Buffer> => {
  const images = spec.images.map((image) => {
    const { manifest, signature } = signImage(image, signer)
    return { text: Buffer.from(manifestText(manifest), 'utf8'), signature, data: image.data }
  })
  const index = packageIndex.parse({
    v: 1,
    name: spec.name,
    version: spec.version,
    vendor: spec.vendor,
    manifests: images.map(({ text }) => hex(text)),
    key: signer.id,
  })
  return packBundle([
    { name: 'package.json', data: Buffer.from(indexText(index), 'utf8') },
    { name: 'package.sig', data: signed(signedIndexText(index), signer) },
    ...images.flatMap(({ text, signature, data }, at) => [
      { name: `${at + 1}/manifest.json`, data: text },
      { name: `${at + 1}/manifest.sig`, data: Buffer.from(signature) },
      { name: `${at + 1}/image.bin`, data },
    ]),
  ])
}
