import type { hero as english } from '../en/hero.ts'
import type { Translated } from '../../../kit/words/language.ts'

export const hero = {
  hero: {
    power: '实时功率',
    today: '今日发电',
    yesterday: '昨日发电',
    ofClearSky: '达晴空估算 {allowed} 的 {share}',
    ofLight: '达实测光照可发 {allowed} 的 {share}',
    hours: '等效 {hours}',
    sunrise: '{tomorrow, select, true {明日} other {}}日出 {time}',
    sun: '太阳轨迹',
    sunBack: '{day} 太阳重新升起',
    bestDay: '本月最佳',
    fleetDark: '最近一个白天',
    fleetShare: '达预期的 {share}',
    fleetShareOf: '{count, plural, =1 {1 座电站达预期的 {share}} other {# 座电站合计达预期的 {share}}}',
    nextSunrise: '下一次日出 {time}，{station}',
    ribbon: '各站达预期的比例',
    ribbonNote: '预期为晴空估算或实测光照，按当地时间。',
    lowest: '最低：{name}，{share}。',
    cell: '{name}：{state}',
    more: '另有 {count} 座电站',
    band: {
      attention: '故障或失联',
      low: '低于 50%',
      part: '50%–80%',
      full: '80% 以上',
      dark: '夜间休眠',
      unknown: '未知',
    },
    of: '达预期的 {share}',
  },
} as const satisfies Translated<typeof english>
