import { createHash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { sameCompany } from '#domain/accounts/same-company.ts'
import { PACKAGE_BYTES_MAX } from '#domain/upgrades/limits.ts'
import { auditOf, record, recordDone } from '../../platform/audit/audit.ts'
import type { Caller, Who } from '../accounts/who.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { BundleRefused, type OpenedBundle, openBundle } from './open-bundle.ts'
import { packageOfId, insertImage, insertPackage } from './package-store.ts'

/** @throws Refusal `package_too_large` at the first byte beyond, `not_readable` when the body breaks off */
const readWhole = async (body: Readable): Promise<Buffer> => {
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      bytes += (piece as Buffer).length
      if (bytes > PACKAGE_BYTES_MAX) throw new Refusal('package_too_large')
      pieces.push(piece as Buffer)
    }
  } catch (error) {
    if (error instanceof Refusal || !body.errored) throw error
    throw new Refusal('not_readable')
  }
  return Buffer.concat(pieces)
}

/** The keys in force. @throws Refusal `unavailable` when their file is not what it should be */
export const keysInForce = async ({ firmware, log }: Pick<Context, 'firmware' | 'log'>) => {
  try {
    return await firmware.keys()
  } catch (error) {
    log.error({ err: error }, 'the firmware keys cannot be read')
    return refuse('unavailable')
  }
}

/** True when this id is this package already. @throws Refusal `not_found`, `wrong_state` for an id in use */
const isThere = async (db: Db, who: Who, id: string, sha256: Buffer): Promise<boolean> => {
  const row = await packageOfId(db, id)
  if (!row) return false
  if (who.role !== 'administrator' && !sameCompany(row.company_id, who.companyId)) refuse('not_found')
  return row.sha256.equals(sha256) ? true : refuse('wrong_state', { field: 'packageId' })
}

const save = async (
  trx: Db,
  caller: Caller,
  id: string,
  { index, images }: OpenedBundle,
  bundle: { bytes: number; sha256: Buffer },
): Promise<boolean> => {
  const { who, now } = caller
  const made = await insertPackage(trx, {
    id,
    company_id: who.role === 'administrator' ? null : who.companyId,
    name: index.name,
    version: index.version,
    vendor: index.vendor,
    ...bundle,
    key_id: index.key,
    expires_at: new Date(Math.min(...images.map(({ manifest }) => manifest.expires))),
    uploaded_by: who.accountId,
    uploaded_at: new Date(now),
  })
  if (!made) return false
  for (const [at, { manifest, signature, data }] of images.entries())
    await insertImage(trx, {
      id: randomUUID(),
      package_id: id,
      no: at + 1,
      level: manifest.component,
      vendor: manifest.vendor,
      model: manifest.model,
      hw_min: manifest.hw?.min ?? null,
      hw_max: manifest.hw?.max ?? null,
      version: manifest.version,
      sequence: manifest.seq,
      bytes: manifest.size,
      sha256: manifest.sha256,
      expires_at: new Date(manifest.expires),
      key_id: manifest.key,
      signature,
      data,
    })
  await recordDone(trx, caller, {
    action: 'package.upload',
    objectKind: 'package',
    objectId: id,
    detail: { name: index.name, version: index.version, sha256: bundle.sha256.toString('hex') },
  })
  return true
}

/**
 * Takes in a package under the id its sender gave it, after everything in it was checked. The same id with the same
 * bytes is the same package. It belongs to the sender's company; an administrator's to the installation.
 * @throws Refusal `package_…` saying what is wrong with it, `not_found` and `wrong_state` for an id that is in use,
 * `forbidden` for whoever has no company to give it to, `unavailable`
 */
export const receivePackage = async (
  context: Pick<Context, 'db' | 'firmware' | 'log'>,
  caller: Caller,
  id: string,
  body: Readable,
): Promise<void> => {
  const { db } = context
  const { who, now } = caller
  const named = await packageOfId(db, id)
  // What belongs to no company is the installation's, and that is an administrator's to give.
  if (who.role !== 'administrator' && who.companyId === null) refuse('forbidden', { why: 'administrators' })
  if (named && who.role !== 'administrator' && !sameCompany(named.company_id, who.companyId))
    refuse('not_found')
  const bytes = await readWhole(body)
  const sha256 = createHash('sha256').update(bytes).digest()
  if (await isThere(db, who, id, sha256)) return
  const keys = await keysInForce(context)
  const opened = await openBundle(bytes, keys, now).catch(async (error: unknown) => {
    if (!(error instanceof BundleRefused)) throw error
    await record(db, {
      ...auditOf(caller),
      companyId: who.role === 'administrator' ? null : who.companyId,
      action: 'package.upload',
      objectKind: 'package',
      objectId: id,
      result: error.code,
      detail: { entry: error.entry, sha256: sha256.toString('hex') },
    })
    return refuse(error.code, { current: { entry: error.entry } })
  })
  const saved = await transact(db, (trx) => save(trx, caller, id, opened, { bytes: bytes.length, sha256 }))
  // Somebody has used the id in the meantime.
  if (!saved && !(await isThere(db, who, id, sha256))) refuse('not_found')
}
