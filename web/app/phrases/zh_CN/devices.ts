import type { devices as english } from '../en/devices.ts'
import type { Translated } from '../../../kit/words/language.ts'

export const devices = {
  devices: {
    title: '设备',
  },
} as const satisfies Translated<typeof english>
