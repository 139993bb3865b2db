import type { Profile, ProfilePart } from '../engine/profile/profile-schema.ts'

type States = NonNullable<ProfilePart['states']>[number]['are']
/** Codes of 5037 (SG) and 12999 (SH). Source: TCzerny/ha-modbus-manager, mkaiser/Sungrow-SHx (MIT). */
export const states: States = {
  0x0000: 'grid',
  // Stopped, by a key, in an emergency; standby, the first one, starting.
  0x0001: 'shutdown',
  0x0002: 'shutdown',
  0x0004: 'shutdown',
  0x0008: 'standby',
  0x0010: 'standby',
  0x0020: 'standby',
  0x0040: 'grid',
  // Charges without grid; derated; fault; update failed; maintenance; forced; without grid.
  0x0041: 'standby',
  0x0080: 'curtailed',
  0x0100: 'shutdown',
  0x0200: 'shutdown',
  0x0400: 'shutdown',
  0x0800: 'grid',
  0x1000: 'grid',
  // Not set up; as above; by the self test of the arc detector; safe mode; open loop; communication; restarting.
  0x1111: 'shutdown',
  0x1200: 'standby',
  0x1300: 'shutdown',
  0x1400: 'standby',
  0x1500: 'shutdown',
  0x1600: 'standby',
  0x1700: 'shutdown',
  0x1900: 'shutdown',
  0x2000: 'standby',
  0x2500: 'shutdown',
  0x2501: 'standby',
  // By an outer energy manager; fault; stopped; derated; by dispatch; with an alarm.
  0x4000: 'grid',
  0x5500: 'shutdown',
  0x8000: 'shutdown',
  0x8100: 'curtailed',
  0x8200: 'curtailed',
  0x9100: 'grid',
}
export const [FAULT, HYBRID_FAULT, WITH_ALARM] = [0x5500, 0x0100, 0x9100]
/** `work state 2`: bits. Source: TCzerny/ha-modbus-manager (MIT). */
export const stateBits: States = {
  1: 'shutdown',
  2: 'standby',
  3: 'shutdown',
  4: 'standby',
  5: 'shutdown',
  6: 'standby',
  9: 'shutdown',
  11: 'curtailed',
  12: 'curtailed',
  13: 'shutdown',
  17: 'grid',
}
/** Without a meter they say this, and some -1. */
export const noMeter = { none: [0x7fff_ffff] }
export const serial = /^[A-Z0-9]{6,20}$/
const THREE_WIRES = 2
export const neutral = { when: { of: 'raw.OutputKind', notIn: [THREE_WIRES] } }
export const between = { when: { of: 'raw.OutputKind', in: [THREE_WIRES] } }
export const sungrow = {
  brand: 'Sungrow',
  maker: 'sungrow',
  proof: 'lists',
  table: 'input',
  order: 'low first',
  manners: {
    settleMs: 200,
    gapMs: 50,
    timeoutMs: 5_000,
    longest: 100,
    oneClient: true,
    units: [1, 2, 3],
    night: 'unknown',
  },
  reach: [{ scheme: 'modbus-tcp' }, { scheme: 'modbus-rtu' }],
  switchOn: {
    en: 'At the LAN port Modbus TCP is usually on; where it is not: iSolarCloud, Local access as installer, Communication parameters, MODBUS. A WiNet-S takes one connection and leaves some values out.',
    zh_CN:
      'LAN 口一般已启用 Modbus TCP；如未启用：iSolarCloud 近端登录（安装商）、通信参数、MODBUS。WiNet-S 只接受一个连接，且缺少部分数据。',
  },
} as const satisfies Partial<Profile>
