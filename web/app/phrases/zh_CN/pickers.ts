import type { pickers as english } from '../en/pickers.ts'
import type { Translated } from '../../../kit/words/language.ts'

export const pickers = {
  pickers: {
    station: '选择电站',
    stations: '选择电站',
    searchStation: '电站名称或编号',
    noStation: '还没有电站',
    newStation: '新建电站',
    company: '选择企业',
    companies: '选择企业',
    searchCompany: '企业名称',
    noCompany: '没有您可以查看的企业',
    device: '选择设备',
    devices: '选择设备',
    deviceSn: '选择设备 SN',
    searchDevice: '设备名称、SN 或型号',
    searchSn: '设备 SN',
    scan: '扫描标签',
    bySn: '按序列号选择',
    scanHint: '按标签上的 SN 查找设备',
    noDevice: '还没有设备',
    noneOfKind: '没有该类型的设备',
    kindLabel: '设备类型',
    allKinds: '全部',
    string: '组串 {no}',
    place: '组串\u00a0{no}，位置\u00a0{position}',
    chosen: '已选 {count} 项',
    take: '确定',
    nothingFound: '没有与“{text}”匹配的内容',
    more: '更多',
  },
} as const satisfies Translated<typeof english>
