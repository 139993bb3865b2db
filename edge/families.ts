import type { Family } from './engine/description.ts'
import { enphaseFamily } from './engine/enphase/family.ts'
import { froniusFamily } from './engine/fronius/family.ts'
import { goodWeFamilies } from './engine/goodwe/families.ts'
import { hoymilesFamilies } from './engine/hoymiles/families.ts'
import { huaweiLoggerFamily } from './engine/huawei/family.ts'
import { familyOfProfile } from './engine/profile/family-of-profile.ts'
import { sunSpecFamilies } from './engine/sunspec/families.ts'
import { shellyFamily } from './engine/shelly/family.ts'
import { mappingFamily } from './engine/topics/mapping-family.ts'
import { tigoFamily } from './engine/topics/tigo-family.ts'
import { allProfiles } from './profiles/all-profiles.ts'
import { solarEdgeBatteries } from './profiles/solaredge.ts'

/** Every family of devices that is read here, and what is known of it. The three batteries of an inverter are alike. */
export const families: readonly Family[] = [
  ...allProfiles.map(familyOfProfile),
  ...solarEdgeBatteries
    .slice(0, 1)
    .map((one) => ({ ...familyOfProfile(one), name: 'batteries', profile: 'sunspec' })),
  huaweiLoggerFamily,
  ...sunSpecFamilies,
  ...goodWeFamilies,
  froniusFamily,
  enphaseFamily,
  ...hoymilesFamilies,
  tigoFamily,
  shellyFamily,
  mappingFamily,
]
