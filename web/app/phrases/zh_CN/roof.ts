/** Words of the roof on a station's page: one sentence about its modules, strings or inverters. */
export const roof = {
  roof: {
    count: '{unit, select, module {{count} 块组件} string {{count} 个组串} other {{count} 台逆变器}}',
    ofDay: '{day, select, today {今日} other {昨日}}，{says}',
    night: { today: '夜间，显示今日发电量', yesterday: '夜间，显示昨日发电量' },
    upTo: '每组件最高 {most}',
    says: {
      low: '{unit, select, module {{count, plural, =1 {1 块组件偏低：为相邻组件的 {share}} other {# 块组件偏低，最低为相邻组件的 {share}}}} string {{count, plural, =1 {1 个组串偏低：为其他组串的 {share}} other {# 个组串偏低，最低为其他组串的 {share}}}} other {{count, plural, =1 {1 台逆变器偏低：为其他逆变器的 {share}} other {# 台逆变器偏低，最低为其他逆变器的 {share}}}}}',
      alike: '{unit, select, module {组件出力一致} string {组串出力一致} other {逆变器出力一致}}',
      off: '{unit, select, module {{count} 块组件关断} string {{count} 个组串关断} other {{count} 台逆变器关断}}',
      silent:
        '{unit, select, module {{count} 块组件暂无数据} string {{count} 个组串暂无数据} other {{count} 台逆变器暂无数据}}',
      allOff: '全部关断',
      allSilent: '暂无最新数据',
      night: '夜间休眠',
      dim: '光照不足，暂不比较',
      mixed: '差异过大，可能朝向不同，不作比较',
      unmeasured: '有上报，但未测量功率',
      empty: '暂无设备',
    },
    state: {
      shutdown: '关断 {count}',
      asleep: '休眠 {count}',
      stale: '暂无数据 {count}',
      never: '从未上报 {count}',
      zero: '零功率 {count}',
      idle: '无发电 {count}',
      unmeasured: '未测量 {count}',
      empty: '无设备 {count}',
    },
  },
} as const
