/**
 * Grams of CO2e per kWh generated, by country and by the year that they were last given for: Ember, Yearly Electricity
 * Data, as it stood in August 2025, rounded to whole grams. Life-cycle figures of all plants of a country, without
 * imports. Left out are those that cannot be a grid's (0, or above 1,000): such a country has the figure of the world.
 */
const table: Readonly<Record<number, string>> = {
  2024: `
    AE468 AM244 AR345 AT103 AU554 AZ633 BA638 BD695 BE118 BG264 BO468 BR106 BY324 CA185 CH37 CL266 CN558
    CO286 CR63 CY512 CZ414 DE342 DK143 DO566 EC210 EE341 EG575 ES146 FI72 FR44 GB216 GE143 GR320 HR174 HU183
    IE280 IN709 IR649 IT288 JP484 KE85 KG153 KH497 KR416 KW637 KZ802 LT139 LU135 LV136 MA578 MD630 ME414
    MK569 MM570 MN784 MT484 MX483 MY604 NG508 NL253 NO31 NZ120 OM545 PE263 PH613 PK399 PL615 PR665 PT112
    QA603 RO246 RS671 RU446 SA692 SE36 SG499 SI227 SK96 SV99 TH555 TJ99 TN560 TR470 TW635 US384 UY97 VN486
    ZA714`,
  2023: `
    AF124 AG611 AL24 AO167 AS647 BB600 BF555 BH902 BI231 BJ590 BN893 BT24 BW849 BZ156 CD27 CG714 CI394 CM286
    CU639 DJ450 DM600 DZ634 ER591 ET24 FJ278 GA429 GH453 GM667 GN183 GQ605 GT273 GY634 HK682 HN290 ID682
    IL567 IQ689 IS28 KM643 KY643 LA232 LB369 LR436 LY831 ML395 MU633 MV612 MZ128 NA48 NE688 NI288 NR750
    PA259 PG514 PY25 RW302 SB636 SC571 SD214 SL48 SN535 SO524 SR383 SS610 SZ143 TC654 TG478 TO571 TT682
    TZ372 VC600 VE180 VG647 VI642 VU500 WS400 YE586 ZM111 ZW298`,
  2022: `
    AW550 BS654 CK250 CV480 FK1000 FO354 GD667 GF204 GL111 GP494 GU611 GW625 HT535 JM561 JO539 KI500 KN636
    KP344 LC650 LK510 LS21 MG477 MO449 MQ517 MR482 MS1000 MW55 NC586 NP23 PF437 PM600 PS461 RE525 ST556
    SY682 TD615 UA250 UG57`,
}

const byCountry: ReadonlyMap<string, { grams: number; year: number }> = new Map(
  Object.entries(table).flatMap(([year, rows]) =>
    [...rows.matchAll(/([A-Z]{2})(\d+)/g)].map(
      ([, country = '', grams]) => [country, { grams: Number(grams), year: Number(year) }] as const,
    ),
  ),
)

/** null: no figure of its own. */
export const gramsOfCountry = (country: string): { grams: number; year: number } | null =>
  byCountry.get(country) ?? null
/** All of them together in 2024. */
export const gramsOfTheWorld = { grams: 473, year: 2024 }
