import { atMost } from './at-most.ts'
import { onePerContext } from './memory-of.ts'

/** A home takes up to four connections of the twenty: no more at once than leave some for everything else. */
export const homesOf = onePerContext(() => atMost(4, 500))
