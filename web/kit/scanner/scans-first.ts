import { held } from '../navigation/native-shell.ts'

/**
 * Whether a scan is the first way for a label to come in: what is held in a hand is held before it. Before a screen on a
 * desk somebody types, pastes, or has a hand scanner.
 */
export const scansFirst = (): boolean =>
  window.matchMedia('(pointer: coarse)').matches || held.by()?.offers('device.scan') === true
