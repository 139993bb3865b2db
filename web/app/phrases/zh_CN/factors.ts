import type { factors as english } from '../en/factors.ts'
import type { Translated } from '../../../kit/words/language.ts'

export const factors = {
  fleet: {
    title: '实时用电、电网与储能',
    house: '用电',
    drawn: '从电网取电',
    fedIn: '向电网送电',
    charging: '电池充电',
    discharging: '电池放电',
    all: '{of} 座电站',
    some: '{of} 座电站中的 {known} 座',
  },
  factors: {
    title: '收益与减排的计算',
    incomeTitle: '收益',
    incomeFormula: '发电量（kWh）× 电站电价',
    incomeText: '估算值：每度电按同一电价计算，不区分自用与上网。不同币种不相加。',
    carbonTitle: 'CO₂ 减排',
    carbonFormula: '累计发电量（kWh）× 电网排放因子',
    carbonText:
      '估算值：同等电量由所在国家或地区的电网供应时的排放。电站未设置排放因子时，采用所在国家或地区公布的数值。来源注明 CO₂ 当量的，还计入其他温室气体。',
    used: '当前采用',
    perKwh: '{amount} / kWh',
    carbonPerKwh: '{amount} kg/kWh',
    stations: '{count} 座电站',
    unpriced: '{count} 座电站未设置电价，不计入收益。',
    noSource: '未填写来源',
    change: '电价与排放因子可在各电站的资料中修改。',
    toList: '选择电站',
  },
} as const satisfies Translated<typeof english>
