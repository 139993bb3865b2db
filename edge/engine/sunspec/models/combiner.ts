import { model } from '../points.ts'

/** Combiners of strings. */

/** 401: a combiner of strings, their currents. */
export const stringCombiner = model(
  `
  DCA_SF sunssf
  DCAhr_SF sunssf
  DCV_SF sunssf
  DCAMax uint16 A DCA_SF
  N count
  Evt bitfield32
  EvtVnd bitfield32
  DCA int16 A DCA_SF
  DCAhr uint32 Ah DCAhr_SF
  DCV uint16 V DCV_SF
  Tmp int16 C
`,
  {
    group: {
      count: null,
      table: `
  InID uint16
  InEvt bitfield32
  InEvtVnd bitfield32
  InDCA int16 A DCA_SF
  InDCAhr uint32 Ah DCAhr_SF
`,
    },
  },
)

/** 402: the same, with their voltages and powers. */
export const fullStringCombiner = model(
  `
  DCA_SF sunssf
  DCAhr_SF sunssf
  DCV_SF sunssf
  DCW_SF sunssf
  DCWh_SF sunssf
  DCAMax uint16 A
  N count
  Evt bitfield32
  EvtVnd bitfield32
  DCA int16 A DCA_SF
  DCAhr uint32 Ah DCAhr_SF
  DCV uint16 V DCV_SF
  Tmp int16 C
  DCW int16 W DCW_SF
  DCPR uint16 Pct
  DCWh uint32 Wh DCWh_SF
`,
  {
    group: {
      count: null,
      table: `
  InID uint16
  InEvt bitfield32
  EvtVnd bitfield32
  InDCA int16 A DCA_SF
  InDCAhr uint32 Ah DCAhr_SF
  InDCV uint16 V DCV_SF
  InDCW int16 W DCWh_SF
  InDCWh uint32 Wh
  InDCPR uint16 Pct
  InN uint16
`,
    },
  },
)

/** 403: as 401, the inputs with scales of their own. */
export const inputCombiner = model(
  `
  DCA_SF sunssf
  DCAhr_SF sunssf
  DCV_SF sunssf
  DCAMax uint16 A DCA_SF
  N count
  Evt bitfield32
  EvtVnd bitfield32
  DCA int16 A DCA_SF
  DCAhr acc32 Ah DCAhr_SF
  DCV int16 V DCV_SF
  Tmp int16 C
  InDCA_SF sunssf
  InDCAhr_SF sunssf
`,
  {
    group: {
      count: null,
      table: `
  InID uint16
  InEvt bitfield32
  InEvtVnd bitfield32
  InDCA int16 A InDCA_SF
  InDCAhr acc32 Ah InDCAhr_SF
`,
    },
  },
)

/** 404: as 402, the inputs with scales of their own. */
export const fullInputCombiner = model(
  `
  DCA_SF sunssf
  DCAhr_SF sunssf
  DCV_SF sunssf
  DCW_SF sunssf
  DCWh_SF sunssf
  DCAMax uint16 A DCA_SF
  N count
  Evt bitfield32
  EvtVnd bitfield32
  DCA int16 A DCA_SF
  DCAhr acc32 Ah DCAhr_SF
  DCV int16 V DCV_SF
  Tmp int16 C
  DCW int16 W DCW_SF
  DCPR int16 Pct
  DCWh acc32 Wh DCWh_SF
  InDCA_SF sunssf
  InDCAhr_SF sunssf
  InDCV_SF sunssf
  InDCW_SF sunssf
  InDCWh_SF sunssf
`,
  {
    group: {
      count: null,
      table: `
  InID uint16
  InEvt bitfield32
  InEvtVnd bitfield32
  InDCA int16 A InDCA_SF
  InDCAhr acc32 Ah InDCAhr_SF
  InDCV int16 V InDCV_SF
  InDCW int16 W InDCW_SF
  InDCWh acc32 Wh InDCWh_SF
  InDCPR uint16 Pct
  InN uint16
`,
    },
  },
)
