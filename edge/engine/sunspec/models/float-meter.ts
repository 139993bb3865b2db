import { model } from '../points.ts'

/** 211 to 214: meters in floating point. */
export const floatMeter = model(`
  A float32 A
  AphA float32 A
  AphB float32 A
  AphC float32 A
  PhV float32 V
  PhVphA float32 V
  PhVphB float32 V
  PhVphC float32 V
  PPV float32 V
  PPVphAB float32 V
  PPVphBC float32 V
  PPVphCA float32 V
  Hz float32 Hz
  W float32 W
  WphA float32 W
  WphB float32 W
  WphC float32 W
  VA float32 VA
  VAphA float32 VA
  VAphB float32 VA
  VAphC float32 VA
  VAR float32 var
  VARphA float32 var
  VARphB float32 var
  VARphC float32 var
  PF float32 PF
  PFphA float32 PF
  PFphB float32 PF
  PFphC float32 PF
  TotWhExp float32 Wh
  TotWhExpPhA float32 Wh
  TotWhExpPhB float32 Wh
  TotWhExpPhC float32 Wh
  TotWhImp float32 Wh
  TotWhImpPhA float32 Wh
  TotWhImpPhB float32 Wh
  TotWhImpPhC float32 Wh
  TotVAhExp float32 VAh
  TotVAhExpPhA float32 VAh
  TotVAhExpPhB float32 VAh
  TotVAhExpPhC float32 VAh
  TotVAhImp float32 VAh
  TotVAhImpPhA float32 VAh
  TotVAhImpPhB float32 VAh
  TotVAhImpPhC float32 VAh
  TotVArhImpQ1 float32 varh
  TotVArhImpQ1phA float32 varh
  TotVArhImpQ1phB float32 varh
  TotVArhImpQ1phC float32 varh
  TotVArhImpQ2 float32 varh
  TotVArhImpQ2phA float32 varh
  TotVArhImpQ2phB float32 varh
  TotVArhImpQ2phC float32 varh
  TotVArhExpQ3 float32 varh
  TotVArhExpQ3phA float32 varh
  TotVArhExpQ3phB float32 varh
  TotVArhExpQ3phC float32 varh
  TotVArhExpQ4 float32 varh
  TotVArhExpQ4phA float32 varh
  TotVArhExpQ4phB float32 varh
  TotVArhExpQ4phC float32 varh
  Evt bitfield32
`)
