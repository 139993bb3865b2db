import type { Conditions } from '#gateway/site.ts'
import { activeFaults, type Fault } from './faults.ts'
import { otaBehaviour } from './firmware-devices.ts'

/** The troubles of a gateway that its faults make. */
export const simulatedConditions = (faults: readonly Fault[]): Conditions => ({
  linkLost: (ts) => activeFaults(faults, 'gateway-link-lost', ts).length > 0,
  clockSkewMs: (ts) =>
    activeFaults(faults, 'gateway-clock-skew', ts).reduce((sum, { skewMs }) => sum + skewMs, 0),
  answering: (ts) => ({
    lateMs: activeFaults(faults, 'gateway-answers-late', ts).reduce((sum, { lateMs }) => sum + lateMs, 0),
    times:
      activeFaults(faults, 'gateway-answers-never', ts).length > 0
        ? 0
        : 1 + activeFaults(faults, 'gateway-answers-twice', ts).length,
  }),
  upgrade: (ts) => otaBehaviour(faults, ts),
})
