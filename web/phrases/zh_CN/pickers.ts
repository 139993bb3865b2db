import type { pickers as english } from '../en/pickers.ts'
import type { Translated } from '../language.ts'

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
    chosen: '已选 {count} 项',
    take: '确定',
    nothingFound: '没有与“{text}”匹配的内容',
    more: '更多',
  },
} as const satisfies Translated<typeof english>
