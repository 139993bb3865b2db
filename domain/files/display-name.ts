import { unseen } from '../accounts/fields.ts'

const longest = 120

/** Control characters, and what is not seen anywhere in names. */
const hidden = new RegExp(`\\p{Cc}|${unseen.source}`, 'gu')

/**
 * A file's name as it may be shown and offered for saving: without folders, control and direction marks, leading dots
 * and characters that some system forbids; at most 120 characters, its ending kept. Never a part of a path.
 */
export const displayName = (given: string): string => {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .replaceAll(hidden, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? ''
  const stem = [...clean.slice(0, clean.length - ending.length).replace(/^[.\s]+/, '')]
    .slice(0, longest - ending.length)
    .join('')
    .trim()
  return stem === '' ? `file${ending}` : stem + ending
}

/** Header value after RFC 6266 and 8187: an ASCII stand-in and the name itself. */
export const contentDisposition = (how: 'inline' | 'attachment', name: string): string => {
  const plain = name.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll(/["\\%;]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
