/** Whose rules: of a company, or of one of its stations. */
export type RulesOf =
  | { companyId: string; name: string }
  | { stationId: string; name: string; timeZone: string }
