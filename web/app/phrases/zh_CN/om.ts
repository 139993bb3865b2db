import type { om as english } from '../en/om.ts'
import type { Translated } from '../../../kit/words/language.ts'

export const om = {
  om: {
    title: '运维',
    count: '<b>{count, number}</b> 台设备需关注',
    stations: '涉及 {count} 座电站',
    checked: '{age}检查',
    search: '名称、SN 或电站',
    reasons: '原因',
    all: '全部',
    affected: '受影响',
    gateway_silent: '网关失联',
    shutdown: '设备关断',
    device_silent: '设备失联',
    never_heard: '从未上报',
    clock: '时钟偏差',
    quarantine: '未知 SN',
    gatewayText:
      '数据更新：{age}。{children, plural, =0 {暂无设备通过它上报。} other {其下 # 台设备无法读取。}}',
    gatewayGone: '连接已断开。{children, plural, =0 {暂无设备通过它上报。} other {其下 # 台设备无法读取。}}',
    switchedOffTitle: '人为关机，非故障',
    limitedTitle: '人为限功率，非故障',
    shutdownText: '已关断：故障停机或被关闭。数据更新：{age}。',
    silentText: '数据更新：{age}，其网关仍在正常上报。',
    neverText:
      '{age}添加，至今没有数据，发电量未计入合计。{children, plural, =0 {} other {其下 # 台设备也无法读取。}}',
    clockText: '设备时钟与服务器相差超过 10 分钟。',
    clockChildren: '其下 {children} 台设备的读数时间不可信，已改按到达时间记录。',
    strangersText: '上报了 {children} 个不属于它的 SN，首次为{age}。相关读数已隔离，不计入统计。',
    first: '共 {total} 台，仅列出最严重的 {shown} 台。',
    noFinding: '没有设备失联或关断',
    wellTitle: '一切正常',
    wellThen: '上次检查时一切正常',
    wellText: '所有设备都在按时上报，没有设备异常停机。',
    noneFound: '没有符合条件的设备',
    noneFoundText: '请更换原因或搜索内容。',
    showAll: '显示全部',
    noneHeard: '尚未收到数据',
    noStations: '暂无电站',
    noStationsText: '设备开始上报后，需关注的内容会显示在这里。',
  },
} as const satisfies Translated<typeof english>
