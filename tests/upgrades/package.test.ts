import { beforeAll, describe, expect, it } from 'vitest'
import { type FirmwareOffer, firmwareChunkBytes } from '#contract/mqtt/firmware.ts'
import { type OwnDevice, refusalOf } from '#gateway/firmware-trust.ts'
import { errors } from '#domain/errors.ts'
import { upgradeReasons } from '#domain/upgrades/reasons.ts'
import { packBundle, unpackBundle } from '#server/features/upgrades/bundle-archive.ts'
import { parseFirmwareKeys } from '#server/features/upgrades/firmware-keys.ts'
import { BundleRefused, openBundle } from '#server/features/upgrades/open-bundle.ts'
import { signImage } from '../../scripts/package/build-package.ts'
import { farAway, imageBytes, imageSpec, newSigner, packageBytes, testSigner } from '../factories/upgrades.ts'
import { fuzzRuns, seed } from '../trust/runs.ts'

const now = Date.UTC(2026, 5, 21)
const keys = [testSigner.listed]
const image = imageSpec({ hw: { min: 'B', max: 'C' }, data: imageBytes(20_000) })
let bundle: Buffer
beforeAll(async () => {
  bundle = await packageBytes([image])
})

const verdictOf = async (bytes: Buffer, by = keys, at = now): Promise<string> => {
  try {
    await openBundle(bytes, by, at)
    return 'accepted'
  } catch (error) {
    if (error instanceof BundleRefused) return error.code
    throw error
  }
}

const flipped = (bytes: Buffer, at: number, bit: number): Buffer => {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ (1 << bit)
  return copy
}

/** What a gateway is offered, and itself. */
const offerOf = (given = image, signer = testSigner): FirmwareOffer => {
  const { manifest, signature } = signImage(given, signer)
  return {
    v: 1,
    job: 'u-1',
    manifest,
    sig: signature,
    chunk: firmwareChunkBytes,
    n: Math.ceil(manifest.size / firmwareChunkBytes),
    mode: 'normal',
    targets: ['GW00000001'],
  }
}
const self: OwnDevice = {
  sn: 'GW00000001',
  component: 'gateway',
  vendor: 'Sunkeeper',
  model: 'EMU-2',
  hw: 'B',
  version: '2.1.0',
  sequence: 19,
}
const judged = (offer: FirmwareOffer, own: Partial<OwnDevice> = {}, by = keys, at = now) =>
  refusalOf(offer, [{ ...self, ...own }], by, at)

describe('a package on arrival', () => {
  it('is accepted as it was signed, and taken by its gateway', async () => {
    expect(await verdictOf(bundle)).toBe('accepted')
    expect(judged(offerOf())).toBeNull()
  })

  it('C11: each byte of list, manifest and signatures flipped: refused', async () => {
    const ends = bundle.indexOf(image.data)
    const passed: number[] = []
    for (let at = 0; at < ends; at += 1)
      if ((await verdictOf(flipped(bundle, at, at % 8))) === 'accepted') passed.push(at)
    expect(ends).toBeGreaterThan(3000)
    expect(passed).toEqual([])
  })

  it('C11: bytes of the image flipped, and of what follows it: refused', async () => {
    const starts = bundle.indexOf(image.data)
    const rest = bundle.length - starts
    const runs = fuzzRuns(250)
    const passed: number[] = []
    for (let run = 0; run < runs; run += 1) {
      // Spread evenly, the last bytes of the file among them.
      const at = starts + Math.floor((run * (rest - 1)) / (runs - 1))
      if ((await verdictOf(flipped(bundle, at, (seed + run) % 8))) === 'accepted') passed.push(at)
    }
    expect(passed).toEqual([])
  })

  it('C11: without signature, or with that of somebody else: refused', async () => {
    const stranger = newSigner('test-1')
    expect(await verdictOf(await packageBytes([image], stranger))).toBe('package_unsigned')
    const entries = (await unpackBundle(bundle, 99)) ?? []
    for (const name of ['package.sig', '1/manifest.sig']) {
      const without = entries.map((entry) =>
        entry.name === name ? { ...entry, data: Buffer.alloc(0) } : entry,
      )
      expect(await verdictOf(await packBundle(without))).toBe('package_unsigned')
      const missing = entries.filter((entry) => entry.name !== name)
      expect(await verdictOf(await packBundle(missing))).toBe('package_unreadable')
    }
  })

  it('C11: signed pieces of other packages do not make one', async () => {
    const other = await packageBytes([
      imageSpec({ version: '9.9.9', seq: 99, data: imageBytes(500, 'other') }),
    ])
    const [mine, theirs] = [await unpackBundle(bundle, 99), await unpackBundle(other, 99)]
    const mixed = [...(mine ?? []).slice(0, 2), ...(theirs ?? []).slice(2)]
    expect(await verdictOf(await packBundle(mixed))).toBe('package_changed')
  })

  it('C14: expired: refused from that instant on, with the reason', async () => {
    expect(await verdictOf(bundle, keys, farAway - 1)).toBe('accepted')
    expect(await verdictOf(bundle, keys, farAway)).toBe('package_expired')
    expect(judged(offerOf(), {}, keys, farAway - 1)).toBeNull()
    expect(judged(offerOf(), {}, keys, farAway)).toBe('expired')
  })

  it('C15: truncated, padded, doubled: refused at every length', async () => {
    const refused = Array.from({ length: 60 }, (_, n) => Math.floor((bundle.length * n) / 60))
    for (const length of refused) expect(await verdictOf(bundle.subarray(0, length))).not.toBe('accepted')
    for (const tail of [Buffer.from([0]), Buffer.alloc(512), Buffer.alloc(10_240), Buffer.from('x'), bundle])
      expect(await verdictOf(Buffer.concat([bundle, tail]))).not.toBe('accepted')
    const entries = (await unpackBundle(bundle, 99)) ?? []
    for (const data of [image.data.subarray(1), Buffer.concat([image.data, Buffer.from([0])])])
      expect(
        await verdictOf(
          await packBundle(entries.map((one) => (one.name === '1/image.bin' ? { ...one, data } : one))),
        ),
      ).toBe('package_changed')
  })

  it('says each refusal in both languages', () => {
    for (const text of Object.values(upgradeReasons))
      expect([/[A-Za-z]/.test(text.en), /[一-龥]/.test(text.zh_CN)]).toEqual([true, true])
    for (const code of ['package_unsigned', 'package_changed', 'package_expired'] as const)
      expect(/[一-龥]/.test(errors[code].zh_CN)).toBe(true)
  })
})

describe('keys', () => {
  it('C21: two keys count at a time, a revoked one no more, an unknown one never', async () => {
    const [next, third] = [newSigner('test-2'), newSigner('test-3')]
    const both = [testSigner.listed, next.listed]
    const signedByNext = await packageBytes([image], next)
    expect(await verdictOf(signedByNext, both)).toBe('accepted')
    expect(await verdictOf(bundle, both)).toBe('accepted')
    const revoked = [{ ...testSigner.listed, revoked: true }, next.listed]
    expect(await verdictOf(bundle, revoked)).toBe('package_key_revoked')
    expect(await verdictOf(signedByNext, revoked)).toBe('accepted')
    expect(await verdictOf(await packageBytes([image], third), both)).toBe('package_key_unknown')
    expect(judged(offerOf(), {}, revoked)).toBe('key_revoked')
    expect(judged(offerOf(image, third))).toBe('unknown_key')
    const three = JSON.stringify({ keys: [...both, third.listed] })
    expect(() => parseFirmwareKeys(three, 'keys')).toThrow('more than two keys')
    expect(parseFirmwareKeys(JSON.stringify({ keys: [...revoked, third.listed] }), 'keys')).toHaveLength(3)
  })

  it('C21: a private key among the public ones is noticed, not used and not repeated', () => {
    const secret = String(testSigner.privateKey.export({ format: 'jwk' }).d)
    const text = JSON.stringify({ keys: [{ ...testSigner.listed, privateKey: secret }] })
    let said = ''
    try {
      parseFirmwareKeys(text, 'keys')
    } catch (error) {
      said = String(error)
    }
    expect(said).toContain('not a list of public keys')
    expect(said).not.toContain(secret)
  })
})

describe('the gateway itself', () => {
  it('C11: each byte of an offer’s manifest and signature changed: refused', () => {
    const offer = offerOf()
    const text = JSON.stringify(offer.manifest)
    let changed = 0
    for (let at = 0; at < text.length; at += 1) {
      const swapped = text[at] === '1' ? '2' : '1'
      let manifest: FirmwareOffer['manifest']
      try {
        manifest = JSON.parse(text.slice(0, at) + swapped + text.slice(at + 1)) as FirmwareOffer['manifest']
      } catch {
        continue
      }
      if (JSON.stringify(manifest) === text || JSON.stringify({ ...offer.manifest, ...manifest }) === text)
        continue
      changed += 1
      expect([at, judged({ ...offer, manifest })]).not.toEqual([at, null])
    }
    expect(changed).toBeGreaterThan(100)
    for (let at = 0; at < offer.sig.length; at += 1) {
      const sig = offer.sig.slice(0, at) + (offer.sig[at] === 'A' ? 'B' : 'A') + offer.sig.slice(at + 1)
      expect([at, judged({ ...offer, sig })]).toEqual([at, 'bad_signature'])
    }
  })

  it('C12: another vendor, model or hardware: refused, in every combination', () => {
    for (const vendor of ['Sunkeeper', 'Other'])
      for (const model of ['EMU-2', 'EMU-3'])
        for (const hw of ['A', 'B', 'C', 'D']) {
          const fits = vendor === 'Sunkeeper' && model === 'EMU-2' && (hw === 'B' || hw === 'C')
          const verdict = judged(offerOf(), { vendor, model, hw })
          expect([vendor, model, hw, verdict === null]).toEqual([vendor, model, hw, fits])
        }
    expect(judged(offerOf(), { component: 'inverter' })).toBe('unknown_target')
    expect(judged({ ...offerOf(), targets: ['SOMEBODY1'] })).toBe('unknown_target')
  })

  it('C13: a lower sequence is refused; an older version comes only under a new, higher one', () => {
    expect(judged(offerOf(), { sequence: 20 })).toBeNull()
    expect(judged(offerOf(), { sequence: 21 })).toBe('older_sequence')
    expect(judged(offerOf(imageSpec({ ...image, version: '2.0.0', seq: 22 })), { sequence: 21 })).toBeNull()
  })
})
