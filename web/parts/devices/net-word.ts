import type { useTranslations } from 'use-intl'

const nets = { ethernet: true, wifi: true, '2g': true, '3g': true, '4g': true, '5g': true } as const
const isNet = (mode: string): mode is keyof typeof nets => mode in nets

/** How a gateway is connected, in words; a mode that nobody has named stays as it was reported. */
export const netWord = (t: ReturnType<typeof useTranslations<'device.sheet'>>, mode: string): string =>
  isNet(mode) ? t(`net.${mode}`) : mode
