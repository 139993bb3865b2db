import type { map as english } from '../en/map.ts'
import type { Translated } from '../../../kit/words/language.ts'

export const map = {
  map: {
    zoomIn: '放大',
    zoomOut: '缩小',
    showAll: '显示全部',
    label: '电站地图，方向键移动，加减号缩放。',
    pin: '{name}，{state}，{power}',
    cluster: '{count} 座电站，最差状态：{state}，点击放大',
    open: '查看电站',
    close: '关闭',
    attention: '{count} 台设备异常',
    openAlarms: '{count} 条未关闭的告警',
    allWell: '设备均正常',
    sameTitle: '此处 {count} 座电站',
    unplaced: '{count} 座电站未填写位置',
    inView: '{count, plural, =0 {视野内没有电站} other {视野内 # 座电站}}',
    worstNamed: '此处仅列出状态最差的电站',
    listed: '在列表中查看全部',
    source: '底图：Natural Earth',
    twin: '地图上的电站',
    twinName: '电站',
    twinState: '状态',
    twinPower: '功率',
    twinGroup: '相邻的 {count} 座电站',
    twinMore: '另有 {count} 座电站见列表',
    noneTitle: '没有可定位的电站',
    noneText: '填写位置后，电站会显示在地图上。',
  },
} as const satisfies Translated<typeof english>
