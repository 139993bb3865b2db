const longest = 120

/** Control characters, and those that turn the direction of what is read. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const unseen = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/**
 * A file's name as it may be shown and offered for saving: without folders, control and direction marks, leading dots
 * and characters that some system forbids; at most 120 characters, its ending kept. Never a part of a path.
 */
export const displayName = (given: string): string => {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .replaceAll(unseen, '')
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
