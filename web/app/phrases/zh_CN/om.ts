import type { om as english } from '../en/om.ts'
import type { Translated } from '../../../kit/words/language.ts'

export const om = {
  om: {
    title: '运维',
    checked: '{age}检查',
    switchedOffTitle: '人为关机，非故障',
    limitedTitle: '人为限功率，非故障',
    moreStations: '另有 {count} 座电站',
    wellTitle: '一切正常',
    wellThen: '上次检查时一切正常',
    wellText: '所有设备都在按时上报，没有设备异常停机。',
    noneHeard: '尚未收到数据',
    noStations: '暂无电站',
    noStationsText: '设备开始上报后，需关注的内容会显示在这里。',
  },
} as const satisfies Translated<typeof english>
