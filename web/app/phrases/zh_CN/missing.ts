import type { missing as english } from '../en/missing.ts'
import type { Translated } from '../../../kit/words/language.ts'

export const missing = {
  missing: {
    title: '数据完整性说明',
    station: '该数值基于 {share} 的装机容量。{inverters} 台逆变器中有 {missing} 台数据不完整：',
    all: '该合计基于 {share} 的装机容量。{stations} 座电站中有 {missing} 座数据不完整：',
    unknown: '未知',
    never: '从未上报，发电量未计入任何合计',
    nothing: '该时段内没有任何数据。',
    part: '部分日期的数据缺失。',
    partDay: '部分日照时段的数据缺失。',
    heard: '数据更新：{age}',
    removed: '已移除，其部分时段的数据缺失',
    notLookedAt: '正在核算其历史数据的完整性',
    noInverter: '尚未添加逆变器',
    since: '自首次上报日{day}起累计。',
    before: '已计入填写的接入前发电量 {energy}。',
    noBefore: '未包含接入前的发电量，可在电站信息中填写。',
    edge: '另有 {energy} 仅有跨越该时段起止日的合计值，计入更长的统计周期。',
    how: '短时失联不影响电量：恢复后由累计电量补齐。缺失的只是电表无法说明的部分：从未上报的设备、最后一次上报之后的时段、累计电量清零时丢失的电量。各逆变器按额定功率加权，各时段按日照加权。',
    more: '另有 {count} 项',
  },
} as const satisfies Translated<typeof english>
