import { model } from '../points.ts'

/** 160: the DC inputs of an inverter. */
export const trackers = model(
  `
  DCA_SF sunssf
  DCV_SF sunssf
  DCW_SF sunssf
  DCWH_SF sunssf
  Evt bitfield32
  N count
  TmsPer uint16
`,
  {
    group: {
      count: null,
      table: `
  ID uint16
  IDStr string8
  DCA uint16 A DCA_SF
  DCV uint16 V DCV_SF
  DCW uint16 W DCW_SF
  DCWH acc32 Wh DCWH_SF
  Tms uint32 Secs
  Tmp int16 C
  DCSt enum16
  DCEvt bitfield32
`,
    },
  },
)
