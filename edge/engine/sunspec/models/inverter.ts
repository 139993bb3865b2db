import { model } from '../points.ts'

/** 101 to 103: an inverter of one, two and three phases. */
export const inverter = model(`
  A uint16 A A_SF
  AphA uint16 A A_SF
  AphB uint16 A A_SF
  AphC uint16 A A_SF
  A_SF sunssf
  PPVphAB uint16 V V_SF
  PPVphBC uint16 V V_SF
  PPVphCA uint16 V V_SF
  PhVphA uint16 V V_SF
  PhVphB uint16 V V_SF
  PhVphC uint16 V V_SF
  V_SF sunssf
  W int16 W W_SF
  W_SF sunssf
  Hz uint16 Hz Hz_SF
  Hz_SF sunssf
  VA int16 VA VA_SF
  VA_SF sunssf
  VAr int16 var VAr_SF
  VAr_SF sunssf
  PF int16 Pct PF_SF
  PF_SF sunssf
  WH acc32 Wh WH_SF
  WH_SF sunssf
  DCA uint16 A DCA_SF
  DCA_SF sunssf
  DCV uint16 V DCV_SF
  DCV_SF sunssf
  DCW int16 W DCW_SF
  DCW_SF sunssf
  TmpCab int16 C Tmp_SF
  TmpSnk int16 C Tmp_SF
  TmpTrns int16 C Tmp_SF
  TmpOt int16 C Tmp_SF
  Tmp_SF sunssf
  St enum16
  StVnd enum16
  Evt1 bitfield32
  Evt2 bitfield32
  EvtVnd1 bitfield32
  EvtVnd2 bitfield32
  EvtVnd3 bitfield32
  EvtVnd4 bitfield32
`)

/** 111 to 113: the same in floating point. */
export const floatInverter = model(`
  A float32 A
  AphA float32 A
  AphB float32 A
  AphC float32 A
  PPVphAB float32 V
  PPVphBC float32 V
  PPVphCA float32 V
  PhVphA float32 V
  PhVphB float32 V
  PhVphC float32 V
  W float32 W
  Hz float32 Hz
  VA float32 VA
  VAr float32 var
  PF float32 Pct
  WH float32 Wh
  DCA float32 A
  DCV float32 V
  DCW float32 W
  TmpCab float32 C
  TmpSnk float32 C
  TmpTrns float32 C
  TmpOt float32 C
  St enum16
  StVnd enum16
  Evt1 bitfield32
  Evt2 bitfield32
  EvtVnd1 bitfield32
  EvtVnd2 bitfield32
  EvtVnd3 bitfield32
  EvtVnd4 bitfield32
`)
