import { huaweiSun2000 } from '../../profiles/huawei.ts'
import type { Family } from '../description.ts'
import { familyOfProfile } from '../profile/family-of-profile.ts'
import { HUAWEI_LOGGER } from './read-logger.ts'

const inverters = familyOfProfile(huaweiSun2000)

/** Its inverters are those of the profile; what is told of them is the same, but for orders. */
export const huaweiLoggerFamily: Family = {
  ...inverters,
  name: 'SmartLogger',
  profile: HUAWEI_LOGGER,
  models: 'SmartLogger and EMMA, with all SUN2000 behind them',
  proof: 'lists',
  reach: [{ scheme: 'modbus-tcp', unit: 0 }],
  switchOn: {
    en: 'In the logger: Settings, Modbus TCP, Enable (unrestricted), address mode: logical address.',
    zh_CN: '在数采中：设置、Modbus TCP，选择“启用（不限制）”，地址模式选择“逻辑地址”。',
  },
  doubts: ['How the list of devices is asked for is known of one library alone.'],
  sources: ['wlcrs/huawei-solar-lib (which objects are asked)', ...inverters.sources],
  gives: inverters.gives.map((given) => ({ ...given, controls: [] })),
  leftOut: [
    { what: 'Orders', why: 'At the unit of the logger they would be for the whole plant.' },
    { what: 'Meters and batteries of an EMMA', why: 'No list of their registers.' },
  ],
}
