import { isSubDeviceSerial, normaliseSerial, serialKey } from '#domain/devices/fields.ts'
import type { Db } from '../../platform/db/handle.ts'
import { devicesWithSerials, isUnconfirmed, meantByTyped, registeredSerials } from './serial-store.ts'

export type SerialCheck = { sn: string; ok: boolean; code: 'sn_format' | 'sn_repeat' | null }

/**
 * Judges serials as typed or scanned, in their order. Repeat = in use anywhere in the installation, or named before in
 * the same list; whose it is, is not told.
 */
export const checkSerials = async (
  db: Db,
  stationId: string,
  typed: readonly string[],
): Promise<SerialCheck[]> => {
  const keys = typed.map(serialKey)
  const known = meantByTyped(await devicesWithSerials(db, keys), stationId)
  const registered = await registeredSerials(db, keys)
  const seen = new Set<string>()
  return typed.map((text, index) => {
    const sn = normaliseSerial(text)
    const key = keys[index] ?? ''
    if (!isSubDeviceSerial(text)) return { sn, ok: false, code: 'sn_format' }
    const row = known(key, '')
    const repeat = seen.has(key) || registered.has(key) || (row && !isUnconfirmed(row, stationId))
    seen.add(key)
    return repeat ? { sn, ok: false, code: 'sn_repeat' } : { sn, ok: true, code: null }
  })
}
