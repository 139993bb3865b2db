import { access } from './access.ts'
import { control } from './control.ts'
import { edgeProgramProtections } from './edge-program.ts'
import { edgeProtections } from './edges.ts'
import { input } from './input.ts'
import { orderProtections } from './orders.ts'
import { phone } from './phone.ts'
import type { Protection } from './protection.ts'
import { readings } from './readings.ts'
import { storage } from './storage.ts'
import { supply } from './supply.ts'
import { upgradeProtections } from './upgrades.ts'

/** All of them, by feature. */
export const protections: readonly Protection[] = [
  ...access,
  ...input,
  ...readings,
  ...storage,
  ...supply,
  ...phone,
  ...control,
  ...orderProtections,
  ...upgradeProtections,
  ...edgeProtections,
  ...edgeProgramProtections,
]
