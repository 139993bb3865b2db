import { accessSync, constants } from 'node:fs'

/** The first of these files that is there and may be used so, or null. `how`: of `fs.constants`. */
export const firstFile = (files: readonly string[], how = constants.R_OK): string | null =>
  files.find((file) => {
    try {
      accessSync(file, how)
      return true
    } catch {
      return false
    }
  }) ?? null
