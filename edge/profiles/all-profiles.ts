import type { Profile } from '../engine/profile/profile-schema.ts'
import { deyeHybrid1p, deyeHybrid3p, deyeMicro, deyeString } from './deye.ts'
import { growatt, growattTlx } from './growatt.ts'
import { huaweiSun2000 } from './huawei.ts'
import { sma } from './sma.ts'
import { sofarG3 } from './sofar.ts'
import { solis, solisHybrid } from './solis.ts'
import { sungrowSg } from './sungrow-sg.ts'
import { sungrowSh } from './sungrow-sh.ts'

/** In the order in which a device is held against them: surer signs first. */
export const allProfiles: readonly Profile[] = [
  huaweiSun2000,
  deyeString,
  deyeMicro,
  deyeHybrid1p,
  deyeHybrid3p,
  sofarG3,
  sungrowSh,
  sungrowSg,
  sma,
  growattTlx,
  growatt,
  solis,
  solisHybrid,
]
