import type { chart as english } from '../en/chart.ts'
import type { Translated } from '../language.ts'

export const chart = {
  chart: {
    period: {
      label: '统计周期',
      day: '日',
      month: '月',
      year: '年',
      lifetime: '累计',
      earlier: '前一个周期',
      later: '后一个周期',
      choose: '{shown}，点击选择',
    },
    tools: {
      full: '全屏查看',
      save: '保存图表',
      saveText: '包含当前图表显示的全部数据，时间为电站当地时间。',
      picture: '保存为图片 (PNG)',
      table: '保存为表格 (CSV)',
      failed: '保存失败',
      saved: '已保存 {file}',
    },
    file: {
      instant: '时间 (ISO 8601)',
      local: '电站当地时间',
      period: '周期',
      shared: '含跨期合计电量',
      yes: '是',
      no: '否',
      zone: '时区 {zone}',
    },
  },
} as const satisfies Translated<typeof english>
