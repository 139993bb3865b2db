import type { prices as english } from '../en/prices.ts'
import type { Translated } from '../../../kit/words/language.ts'

export const prices = {
  prices: {
    title: '电价与数据来源',
    price: '电价',
    priceSince: '{day}起的电价',
    priceUntil: '{day}之前',
    perKwh: '{price}/kWh',
    source: '来源：{source}',
    noSource: '未注明',
    noTariff: '在电站资料中填写电价后显示收益。',
    noPrice: '无',
    noPriceText: '当时没有电价，该部分电量不计收益。',
    earlierIncome: '原币种收益',
    carbon: '减排 CO₂',
  },
} as const satisfies Translated<typeof english>
