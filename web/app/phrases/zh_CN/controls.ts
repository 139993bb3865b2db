export const controls = {
  controls: {
    title: '远程控制',
    off: '关机',
    on: '开机',
    limit: '限功率',
    restart: '重启',
    set: '设置上报间隔',
    read: '立即读取',
    open: '断开（快速关断）',
    close: '闭合',
    all: '控制本站更多设备',
    ledger: '控制记录',
    isOff: '已人为关机',
    cannot: '该设备不支持此操作',
    readDone: '已要求读取，可稍后手动刷新查看最新状态',
    toStation: '全站关断看板',
  },
} as const
