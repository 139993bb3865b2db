import type { profiles as english } from '../en/profiles.ts'
import type { Translated } from '../../../kit/words/language.ts'

export const profiles = {
  profiles: {
    sunspec: { name: 'SunSpec', of: 'Fronius、SMA、SolarEdge、Kostal、ABB、昱能等' },
    'huawei-sun2000': { name: '华为 SUN2000', of: '组串式与混合逆变器，含电表和电池' },
    'huawei-logger': { name: '华为 SmartLogger、EMMA', of: '其下所有逆变器，Modbus TCP，从站地址 0' },
    'deye-string': { name: '德业 组串式', of: '含 Sunsynk' },
    'deye-micro': { name: '德业 微型逆变器', of: 'SUN…G3 及同厂机型' },
    'deye-hybrid-3p': { name: '德业 三相混合逆变器', of: '含 Sunsynk，含电池和电表' },
    'deye-hybrid-1p': { name: '德业 单相混合逆变器', of: '含 Sunsynk，含电池和电表' },
    'sofar-g3': { name: '首航 第三代', of: 'KTLX-G3 与 HYD，含电池和电表' },
    'sungrow-sh': { name: '阳光电源 SH', of: '混合逆变器，含电池和电表' },
    'sungrow-sg': { name: '阳光电源 SG', of: '组串式逆变器，含电表' },
    sma: { name: 'SMA', of: '自有寄存器（从站地址 3），含电池和电表' },
    'growatt-tlx': { name: '古瑞瓦特 MIN、TL-X', of: '寄存器从 3000 起' },
    growatt: { name: '古瑞瓦特 MID、MOD', of: '寄存器从 0 起' },
    solis: { name: '锦浪 组串式', of: '寄存器从 2999 起' },
    'solis-hybrid': { name: '锦浪 混合逆变器', of: '寄存器从 33029 起，含电池和电表' },
    opendtu: { name: 'OpenDTU', of: '禾迈微型逆变器' },
    ahoydtu: { name: 'AhoyDTU', of: '禾迈微型逆变器' },
    taptap: { name: 'taptap', of: 'Tigo 优化器' },
    fronius: { name: 'Fronius', of: 'Solar API' },
    enphase: { name: 'Enphase', of: 'IQ Gateway、Envoy' },
    shelly: { name: 'Shelly', of: '电表、插座和继电器' },
    map: { name: '自定义映射', of: '通过 MQTT 发布的数据' },
    goodwe: { name: '固德威', of: '自有协议，或 Modbus TCP（从站地址 247）' },
  },
} as const satisfies Translated<typeof english>
