import type { tasks as english } from '../en/tasks.ts'
import type { Translated } from '../../../kit/words/language.ts'

export const tasks = {
  tasks: {
    station: {
      nameTitle: '名称与编号',
      nameText: '名称最多 30 个汉字、字母或数字，不含空格。编号在保存后自动生成，不再改变。',
      placeTitle: '位置',
      placeText:
        '可由手机定位、在地图上选取或手动输入。系统据此建议时区，电站的日、月统计和预期曲线都以此为准。',
      capacityTitle: '容量与上报间隔',
      capacityText:
        '等效小时和估算值以装机容量为基础。上报间隔为 5 至 240 分钟，会下发给网关；连续三个间隔无上报即视为离线。',
      afterTitle: '保存之后',
      afterText: '先添加网关，再添加其下的设备。所有内容以后都可以修改，电价和排放因子及其来源也在那里设置。',
    },
    layout: {
      orderTitle: '从逆变器到位置',
      orderText: '逆变器下有 MPPT，MPPT 下有组串，组串下按顺序排列位置。先选设备，再选放到哪里。',
      stringTitle: '组串',
      stringText: '需填写编号、名称和大于 0 W 的容量。组串删除后其设备不再有位置，历史数据仍然保留。',
      placeTitle: '位置',
      placeText: '更换设备后位置不变，历史属于屋顶上的位置，而不是序列号。请站在设备旁扫码。',
      togetherTitle: '多人同时录入',
      togetherText: '每人录入一部分。如果两人在同一位置放了不同的设备，会同时列出供您选择，不会悄悄覆盖。',
    },
    orders: {
      flowTitle: '处理步骤',
      flowText:
        '派单、接单、开始处理、提交报告、审核、完成。每一步都记录人员、时间和原因。谁可以执行下一步，取决于角色，或是否为当前处理人。',
      timeTitle: '计划时长',
      timeText:
        '开始处理后进入倒计时，到计划处理时长用完或计划结束（以先到者为准）为止。之后工单标记为已超时，系统不会自动执行其他操作。',
      reportTitle: '处理报告',
      reportText:
        '文字、检查表、最多 8 张图片和 5 个文件，每个不超过 10 MB。没有网络时保存在手机上，恢复后只发送一次。',
      alarmTitle: '工单中的告警',
      alarmText: '工单未完成时告警为处理中，完成后随之关闭。工单作废后，告警恢复为未处理。',
    },
    control: {
      beforeTitle: '下发之前',
      beforeText: '先选择设备，再选择操作。需输入序列号的末几位，以免误操作；超过限额时须由第二人确认。',
      resultTitle: '执行结果',
      resultText:
        '执行中：正在下发或网关已接受。成功：已由读数证实。失败：被拒绝，或在途中过期。异常：已送达但没有答复，或读数与之不符。',
      siteTitle: '现场人员',
      siteText: '已签到或正在现场处理工单的人员会显示姓名，可先征询其意见。有人签到期间，只有本人可以控制。',
      laterTitle: '之后',
      laterText: '记录会自动更新，也可随时重新读取。未能及时送达的命令会过期，不会延迟执行。',
    },
    upgrade: {
      packageTitle: '升级包',
      packageText: '由发布方签名，并经第二人审批。已撤回的或不适用于现场设备的升级包无法选择。',
      timeTitle: '所需时间',
      timeText:
        '传到网关约每 100 KB 1 分钟，再传到设备约每 50 KB 6 分钟，快速模式为 2 分钟。如果会在日落之后才完成，系统会提前提醒。',
      blockTitle: '无法升级的情况',
      blockText: '网关必须在线，且其下的设备不能同时处于其他升级任务中。',
      doneTitle: '何时算完成',
      doneText: '设备上报新版本之后才算成功。服务器或网关重启后，会从中断处继续。',
    },
    start: {
      labelTitle: '1. 找到标签',
      labelText:
        '网关标签上有序列号和认领码，通常可以一次扫出。请先选择电站，电站的上报间隔会自动下发给网关。',
      claimTitle: '2. 扫码或手动输入',
      claimText:
        '已登记的网关凭序列号和认领码即可加入电站。序列号未知、已被占用或输错时提示相同，以防他人试探。',
      handTitle: '没有认领码时',
      handText: '服务器会生成登录信息，并且只显示这一次。请复制后填写到网关中，不要另存他处。',
      arrivalTitle: '3. 等待上线',
      arrivalText:
        '页面会依次显示连接、首次上报和发现的设备。如果几分钟内没有动静，请检查供电、天线或网线，并确认现场网络放行所显示的端口。',
    },
    scanning: {
      cameraTitle: '摄像头',
      cameraText:
        '手机距标签约一掌，避免反光，光线不足时打开补光灯。读不出的标签可以拍照识别，也可以手动输入。',
      manyTitle: '连续扫描',
      manyText: '摄像头保持开启并计数。重复的、属于其他设备的或格式不符的条码会立即提示，不会加入列表。',
      otherTitle: '其他方式',
      otherText: '可用扫码枪直接录入，也可粘贴列表或导入表格。保存之前会全部检查。',
    },
    activation: {
      orderTitle: '检查哪些内容',
      orderText: '依次为连接、首次上报、时钟、信号、固件、发现设备、首笔发电量和激活，后一项以前一项为前提。',
      waitingTitle: '等待中',
      waitingText: '会自行通过，最迟在下一次上报时。发电量须等到有日照。',
      problemTitle: '待处理',
      problemText: '需要人工处理，检查项旁会说明如何处理。',
      offlineTitle: '离线网关',
      offlineText: '离线网关无法激活。同时激活多台时，会询问是否继续激活在线的网关。',
    },
    states: {
      colourTitle: '颜色只表示状态',
      colourText:
        '绿色为发电中，蓝色为待机，琥珀色为限发，红色为故障，灰色为离线。每种颜色都配有图标或文字，不依赖颜色也能辨认。',
      curtailedTitle: '限发',
      curtailedText: '逆变器本可输出更多，但受电网、本系统或温度限制。这不是故障。',
      standbyTitle: '待机与关断',
      standbyText: '待机是在等待日照；关断是被关闭，可能来自本系统、设备本身或保护动作。',
      dashTitle: '短横线',
      dashText: '表示没有数据。0 则是测得的零。',
    },
    alarms: {
      levelTitle: '级别',
      levelText: '非常紧急：有危险或整站停运。紧急：损失较大。重要：数日内查看。提示：了解即可。',
      onceTitle: '一个故障，一条告警',
      onceText: '重复发生只累加次数和内容。由其他故障引起的情况（例如网关失联后其下的设备）不再单独告警。',
      endTitle: '如何结束',
      endText:
        '设备或规则确认恢复后自动清除，工单完成后随之关闭，或由人员填写备注后手动清除。已关闭的告警不会再打开，再次发生即为新告警。',
      costTitle: '造成的损失',
      costText: '与同类设备相比少发的电量，并按电站电价折算金额。无法比较时显示短横线。',
    },
    shutdown: {
      whatTitle: '作用',
      whatText: '组件处的关断器断开，使屋顶直流导线不再带电。逆变器的交流侧不在其内。',
      safeTitle: '已关断',
      safeText: '只有每台设备都在 10 分钟内的读数中确认无保活信号、开关断开且电压低于 30 V，才会这样显示。',
      unknownTitle: '未知不等于安全',
      unknownText: '读数缺失或过旧时显示未知。请按带电对待，先验电，并做好防护。',
      againTitle: '重新合闸',
      againText: '必须在屋顶无人之后。现场人员可以签到，合闸前会先征询其意见。',
    },
    offline: {
      seeTitle: '仍可查看',
      seeText: '本机之前加载过的电站、设备，以及您未完成的工单和附件，并注明距今多久。',
      waitTitle: '等待发送',
      waitText:
        '工单操作、新建工单、带照片的报告和设备清单保存在手机上，网络恢复后按顺序各发送一次，可在“我的”的同步中心逐项查看。',
      neverTitle: '不会等待',
      neverText: '远程控制和设备升级不会离线保存，因为稍后执行时现场情况可能已经不同。',
      conflictTitle: '他人已先修改',
      conflictText: '任何内容都不会被悄悄丢弃。两个版本并列显示，由您选择，在此之前您的内容一直保留。',
    },
  },
} as const satisfies Translated<typeof english>
