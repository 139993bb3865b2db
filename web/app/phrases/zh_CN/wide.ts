import type { wide as english } from '../en/wide.ts'
import type { Translated } from '../../../kit/words/language.ts'

export const wide = {
  wide: {
    choose: '尚未选择',
    stationList: '请选择电站',
    omPage: '请选择告警或工单',
    myWorkOrder: '请选择工单',
    deviceUpgrade: '请选择升级任务',
    text: '详情在此处打开，列表保持不变。',
  },
} as const satisfies Translated<typeof english>
