/**
 * Bars of four for a modem's signal quality (+CSQ, 0 to 31, 3GPP TS 27.007: -113 dBm and 2 dB a step). Below -95 dBm
 * data links begin to fail, above -75 dBm nothing is left to wish for: no source, chosen.
 */
export const barsOfCsq = (csq: number): 0 | 1 | 2 | 3 | 4 =>
  csq <= 1 ? 0 : csq < 10 ? 1 : csq < 15 ? 2 : csq < 20 ? 3 : 4
