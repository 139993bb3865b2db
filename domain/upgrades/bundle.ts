import * as z from 'zod/mini'
import { IMAGES_MAX } from './limits.ts'

/**
 * A firmware package is one tar: `package.json` with its signature, then for each image `{n}/manifest.json`,
 * `{n}/manifest.sig` and `{n}/image.bin`, n from 1. Signatures are Ed25519, base64url. Everything in it is fixed by
 * what it holds, down to the last byte: the same content makes the same file, and another file is not a package.
 */
const name = z.string().check(z.minLength(1), z.maxLength(60), z.regex(/^[\p{L}\p{N} ._()+-]+$/u))

/** What holds the images together: nobody can put a package together from signed pieces of others. */
export const packageIndex = z.strictObject({
  v: z.literal(1),
  name,
  version: name,
  vendor: z.string().check(z.minLength(1), z.maxLength(64)),
  /** SHA-256 of each `manifest.json`, hex, in order. */
  manifests: z
    .array(z.string().check(z.regex(/^[0-9a-f]{64}$/)))
    .check(z.minLength(1), z.maxLength(IMAGES_MAX)),
  key: z.string().check(z.minLength(1), z.maxLength(64)),
})
export type PackageIndex = z.infer<typeof packageIndex>

/** `package.json` as it is written, byte for byte. */
export const indexText = ({ v, name: called, version, vendor, manifests, key }: PackageIndex): string =>
  JSON.stringify({ v, name: called, version, vendor, manifests, key })

/** The text that is signed. */
export const signedIndexText = (index: PackageIndex): string => `sunkeeper-package-1\n${indexText(index)}`

export const signaturePattern = /^[A-Za-z0-9_-]{86}$/

export const entryNames = (images: number): string[] => [
  'package.json',
  'package.sig',
  ...Array.from({ length: images }, (_, at) => [
    `${at + 1}/manifest.json`,
    `${at + 1}/manifest.sig`,
    `${at + 1}/image.bin`,
  ]).flat(),
]
