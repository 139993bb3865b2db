import { model } from '../points.ts'

/** 1: who made the device. */
export const identity = model(
  `
  Mn string16
  Md string16
  Opt string8
  Vr string8
  SN string16
  DA uint16
  Pad pad
`,
  { padMayLack: true },
)
