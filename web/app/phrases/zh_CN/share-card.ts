import type { shareCard as english } from '../en/share-card.ts'
import type { Translated } from '../../../kit/words/language.ts'

export const shareCard = {
  shareCard: {
    title: '分享图片',
    brand: 'Sunkeeper',
    energy: '光伏发电量',
    income: '收益',
    co2: '二氧化碳减排',
    bestDay: '本月最佳',
    withName: '电站名称',
    withNameHelp: '图片中不含地址。',
    withIncome: '收益',
    share: '分享',
    save: '保存图片',
    copy: '复制',
    copied: '复制成功',
    saved: '图片已保存',
    failed: '此浏览器不支持该操作，请改为保存图片。',
    nothing: '该时段没有发电量数据。',
  },
} as const satisfies Translated<typeof english>
