import type { service as english } from '../en/service.ts'
import type { Translated } from '../language.ts'

export const service = {
  service: {
    title: '服务',
    tools: '工具',
    stations: '电站',
    stationsHint: '搜索、筛选与对比',
    newStation: '新建电站',
    newStationHint: '位置、容量、业主',
    addGateway: '添加网关',
    addGatewayHint: '让电站接入本服务器',
    activate: '通讯设备与激活',
    activateHint: '信号、上报、投运检查',
    connected: '接入情况',
    total: '电站',
    heard: '上报中',
    silent: '失联',
    never: '待接入',
    look: '{count} 台设备需关注',
    lookFailed: '设备状况加载失败',
    lookAgain: '点击重试',
    lookNone: '没有需关注的设备',
    help: '使用说明',
  },
  help: {
    gateway: '手动接入网关',
    gatewayHint: 'MQTT 地址、登录、主题与报文',
    numbers: '数据是怎样算出的',
    numbersHint: '计数器、日期、缺口与估算',
    ages: '何时算作离线',
    agesHint: '上报间隔、夜间与时钟',
  },
  helpGateway: {
    intro: '多数网关添加到电站后会自动接入。如果需要手动配置，请按以下内容填写。',
    loginTitle: '1. 获取登录信息',
    loginText:
      '在电站中用序列号添加网关。不填认领码时，服务器会为它生成登录信息并仅显示这一次，包括服务器、端口、用户名和密码。如果遗失，可在网关页面重新生成，旧的会立即失效。',
    enterTitle: '2. 填写到网关',
    protocol: '协议',
    address: '服务器与端口',
    addressValue: '与登录信息一同显示；除本机外均使用 TLS',
    user: '用户名与客户端 ID',
    userValue: '网关的序列号',
    password: '密码',
    passwordValue: '与登录信息一同显示',
    quality: '服务质量 (QoS)',
    size: '单条报文上限',
    sayTitle: '3. 网关上报什么',
    sayText: '每台网关只能使用自己的主题，看不到其他网关。示例中的 GW2408A00017 是网关序列号。',
    statusTitle: '在线状态（保留消息）',
    statusText:
      '每次连接后的第一条报文。boot 在每次启动时随机生成，conn 为启动后的连接次数；同样格式的 offline 报文设为遗嘱。',
    invTitle: '设备清单（保留消息）',
    invText: '网关下的全部设备。清单每变更一次，rev 加 1。',
    teleTitle: '读数',
    teleText:
      '每个上报间隔一条，seq 递增。单位为 W、V、A、Hz、°C，e_tot 为累计电量计数器 (Wh)。未测量的值不要填写，0 就表示零。',
    ackTitle: '确认后才算送达',
    ackText:
      '读数安全写入后服务器才会确认 (PUBACK)。在此之前网关应保留并重发，重复上报不影响统计。断网期间积累的读数恢复后以 "hist": true 补报。',
    getTitle: '4. 网关会收到什么',
    getText: '运行设置（保留消息），每次上线都会重新下发，网关通过 cfg/ack 答复。',
  },
  helpNumbers: {
    counterTitle: '发电量来自计数器',
    counterText:
      '逆变器会累计其全部发电量，这里的发电量始终是两次计数之差。读数迟到、重复或乱序都不影响结果：每一天都由按时间排序的全部读数重新算出。',
    dayTitle: '以电站当地日期为准',
    dayText: '一天从电站当地的零点到零点，夏令时切换时为 23 或 25 小时，与手机时区无关。',
    asideTitle: '搁置的读数',
    asideText:
      '计数下降、为 0 或增长超过额定功率时不予采信，连同原因保留，但不计入发电量。只有连续三次读数一致，才认定计数器重新开始，例如维修之后。',
    spanTitle: '跨日区间',
    spanText:
      '如果跨过零点没有收到读数，期间的总发电量已知，但无法分到每一天。它归属于整个区间：月、年统计包含它，相关日期以斜线标出，不会凭空分摊。各日与区间之和恰好等于计数器的增长。',
    zeroTitle: '未知不等于零',
    zeroText: '短横线表示没有数据，0 表示测得为零。曲线的缺口保持空白，合计会注明包含多少座电站。',
    powerTitle: '实时功率',
    powerText: '所有在线逆变器最新读数之和。优化器不另行相加，其电能经过逆变器，已包含在内。',
    hoursTitle: '等效小时',
    hoursText:
      '发电量除以装机容量 (kWh/kWp)，即满功率运行多少小时可得到同样的发电量，便于不同规模的电站相互比较。',
    estimateTitle: '估算值',
    estimateText:
      '曲线后的浅色区域是按位置、倾角、朝向和容量估算的晴空功率，仅供参考。收益为发电量乘以电价，减排量为发电量乘以排放因子；两者均注明来源，可在电站资料中修改。',
  },
  helpAges: {
    silenceTitle: '连续三个间隔无上报',
    silenceText:
      '每座电站都有自己的上报间隔，5 至 240 分钟。设备连续三个间隔没有上报即为离线；网关连接中断则立即离线。',
    nightTitle: '夜间不是故障',
    nightText: '日落后逆变器和优化器休眠。只要网关在线，它们就是待机，功率为 0。',
    behindTitle: '网关失联时',
    behindText: '其下设备的情况无从得知，统一归为网关的问题，不逐台列出。',
    agesTitle: '每个数据都有时效',
    agesText: '数据旁会显示距今多久。过旧的数据变灰并加点状下划线，也不再计入合计。',
    clockTitle: '时钟不准的设备',
    clockText: '设备时钟快 10 分钟以上或慢一天以上时，读数改用到达时间并加以标记。',
  },
} as const satisfies Translated<typeof english>
