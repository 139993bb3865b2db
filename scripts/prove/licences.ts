import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lock } from './lock.ts'

/** Licences that ask for no more than their text and the names of the authors. */
const allowed = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
])

/** What is taken all the same: why, and until when that was decided (`YYYY-MM-DD`). */
export const exceptions: readonly { packages: RegExp; licence: string; because: string; until: string }[] = [
  {
    packages: /^@img\/sharp(-libvips)?-/,
    licence: 'LGPL-3.0-or-later',
    because: 'libvips is a library of its own beside sharp, replaceable, and goes out with its notice',
    until: '2027-12-31',
  },
  {
    packages: /^web-push$/,
    licence: 'MPL-2.0',
    because: 'on the server alone, as it is published; its licence asks for its own files to stay open',
    until: '2027-12-31',
  },
  {
    packages: /^(lightningcss(-.*)?|axe-core|@axe-core\/playwright)$/,
    licence: 'MPL-2.0',
    because: 'tools of the build and of the tests; nothing of them goes out',
    until: '2027-12-31',
  },
]

export type Installed = { name: string; licence: string }

/** Whether every part that cannot be chosen away is allowed: of `A OR B` one suffices, `A AND B` needs both. */
const isAllowed = (licence: string, ok: (one: string) => boolean): boolean =>
  licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => ok(one.trim())))

/** Packages whose licence nobody has agreed to, as of `today` (`YYYY-MM-DD`). */
export const licenceTrouble = (packages: readonly Installed[], today: string): string[] =>
  packages.flatMap(({ name, licence }) => {
    const agreed = (one: string): boolean =>
      allowed.has(one) ||
      exceptions.some((rule) => rule.packages.test(name) && rule.licence === one && today <= rule.until)
    return isAllowed(licence, agreed) ? [] : [`${name}: ${licence}`]
  })

type Said = { license?: string | { type: string }; licenses?: { type: string }[] }

const licenceIn = ({ license, licenses }: Said): string => {
  if (typeof license === 'string') return license
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'none named'
}

/** Every package of the lock file with the licence in its own package.json, or the lock's word where it is not installed. */
export const readLicences = (root: string): Installed[] => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  return Object.entries(lock.packages).flatMap(([place, locked]) => {
    if (place === '') return []
    const name = place.replace(/^.*node_modules\//, '')
    try {
      const text = readFileSync(join(root, place, 'package.json'), 'utf8')
      return [{ name, licence: licenceIn(JSON.parse(text) as Said) }]
    } catch {
      // Of another platform.
      return [{ name, licence: licenceIn(locked as Said) }]
    }
  })
}
