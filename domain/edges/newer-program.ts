import { compareVersions } from '../devices/compare-versions.ts'

const partsOf = (version: string): { numbers: string; before: string } => {
  const [whole = ''] = version.split('+')
  const [numbers = '', ...before] = whole.split('-')
  return { numbers, before: before.join('-') }
}

/**
 * Whether the program that is handed out is newer than the one that an edge runs: by their numbers, then one before its
 * release (`1.2.0-rc.1`) is older than that release. '' = not told: then nothing is offered.
 */
export const isNewerProgram = (handedOut: string, running: string): boolean => {
  if (handedOut === '' || running === '') return false
  const [theirs, own] = [partsOf(handedOut), partsOf(running)]
  const difference = compareVersions(theirs.numbers, own.numbers)
  if (difference !== 0 || theirs.before === own.before) return difference > 0
  return theirs.before === '' || (own.before !== '' && compareVersions(theirs.before, own.before) > 0)
}
