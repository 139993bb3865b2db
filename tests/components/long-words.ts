export type LongWords = {
  /** A word on a button, a tab or a pill. */
  word: string
  /** What names something: a field, a row, a title. */
  name: string
  /** A sentence or two. */
  text: string
  /** What has no place to break: a serial number, an address. */
  code: string
}

/** As long as people and translators make them, in both languages. */
export const longWords: Readonly<Record<'en' | 'zh_CN', LongWords>> = {
  en: {
    word: 'Commissioning record',
    name: 'Photovoltaic plant at the Straubing-Ittling logistics centre, south-western warehouse roof',
    text: 'Reactive power compensation could not be configured, because the grid-protection relay at the point of interconnection has not confirmed its parameters since yesterday. Please check the communication line.',
    code: 'SE17K7E1DBB39-0004-2026-11-23T08:15:00.000Z-commissioning@sunkeeper.example',
  },
  zh_CN: {
    word: '并网调试验收记录',
    name: '内蒙古自治区锡林郭勒盟苏尼特右旗朱日和镇光伏发电及储能一体化示范电站三期工程西南侧屋顶方阵',
    text: '由于并网点的防孤岛保护装置自昨日起一直没有确认参数,无功补偿装置无法完成配置;请检查通信线路,并在恢复之后重新下发全部保护定值,随后观察十五分钟以确认运行状态正常。',
    code: 'SE17K7E1DBB39-0004-2026-11-23T08:15:00.000Z-commissioning@sunkeeper.example',
  },
}
