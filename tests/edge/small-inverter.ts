/** Registers of a SunSpec inverter (models 1 and 103), by hand from the Alliance's tables: for `emulate`, from 40000 on. */
const text = (said: string, words: number): number[] => {
  const bytes = Buffer.alloc(words * 2)
  bytes.write(said, 'ascii')
  return Array.from({ length: words }, (_, index) => bytes.readUInt16BE(index * 2))
}

export const smallInverter = ({
  sn,
  powerW = 1_000,
  energyWh = 5_000_000,
  models = [],
}: {
  sn: string
  powerW?: number
  energyWh?: number
  /** Further models, ID and length included. */
  models?: readonly (readonly number[])[]
}): number[] => {
  const common = [
    1,
    66,
    ...text('Emulated', 16),
    ...text('EMU 10', 16),
    ...text('', 8),
    ...text('1.0', 8),
    ...text(sn, 16),
    1,
    0x8000,
  ]
  const inverter = Array.from({ length: 52 }, () => 0xffff)
  const put = (at: number, ...words: number[]): void =>
    words.forEach((word, index) => (inverter[at + index] = word))
  put(0, 103, 50)
  put(2, 450, 150, 150, 150, 0xfffe)
  put(10, 2300, 2301, 2299, 0xffff)
  put(14, powerW, 0)
  put(16, 5000, 0xfffe)
  put(18, powerW, 0, 0, 0, 1000, 0xfffd)
  put(24, energyWh >>> 16, energyWh & 0xffff, 0)
  put(27, 0xffff, 0x8000, 0xffff, 0x8000, powerW + 20, 0)
  put(33, 380, 0x8000, 0x8000, 0x8000, 0xffff)
  put(38, 4, 0xffff, 0, 0, 0, 0)
  put(44, 0, 0, 0, 0, 0, 0, 0, 0)
  return [0x5375, 0x6e53, ...common, ...inverter, ...models.flat(), 0xffff, 0]
}

/** Model 123, by which it is limited and disconnected: without a limit, connected. */
export const immediateControls = (): number[] => {
  const model = Array.from({ length: 26 }, () => 0xffff)
  model.splice(0, 2, 123, 24)
  model.splice(4, 2, 1, 100)
  model.splice(7, 1, 0)
  model.splice(9, 1, 0)
  model.splice(23, 3, 0, 0x8000, 0x8000)
  return model
}
/** Where its points stand behind `smallInverter`. */
export const controlPoints = {
  Conn: 40_126,
  WMaxLimPct: 40_127,
  WMaxLimPct_RvrtTms: 40_129,
  WMaxLim_Ena: 40_131,
}
