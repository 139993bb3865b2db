import { isCountry } from '#domain/stations/countries.ts'
import type { StationContact, StationInput } from '#domain/stations/fields.ts'
import { isTimeZone } from '#domain/telemetry/local-days.ts'
import type { Who } from '../accounts/who.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { Problem } from '../../platform/refusal.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { visibleCompany, visibleAccount } from '../accounts/account-store.ts'
import { isCurrency } from '#domain/stations/currencies.ts'

const isContact = ({ phoneCountry }: StationContact): boolean =>
  phoneCountry === null || isCountry(phoneCountry)

/** @throws Refusal `country_unknown` */
export const checkContact = (contact: StationContact): void => {
  if (!isContact(contact)) refuse('country_unknown', { field: 'phoneCountry' })
}

/** What the shape alone cannot say: lists that are too long for a schema. All problems at once. */
const checkLists = (input: StationInput): void => {
  const problems: Problem[] = []
  if (!isTimeZone(input.timeZone)) problems.push({ code: 'time_zone_unknown', field: 'timeZone' })
  if (!isCountry(input.country)) problems.push({ code: 'country_unknown', field: 'country' })
  if (!isContact(input)) problems.push({ code: 'country_unknown', field: 'phoneCountry' })
  if (input.tariff !== null && !isCurrency(input.tariff.currency))
    problems.push({ code: 'currency_format', field: 'tariff.currency' })
  const [first] = problems
  if (first) throw new Refusal(first.code, { ...first, problems })
}

/**
 * A station goes to a company the caller belongs to (an administrator: to any) and to an owner the caller can see.
 * What it has already is kept: `present` is not asked again.
 * @throws Refusal `not_found` for another tenant's company or person, or what `checkLists` finds.
 */
export const checkStationInput = async (
  db: Db,
  who: Who,
  input: StationInput,
  present: { companyId: string; ownerAccountId: string | null } | null = null,
): Promise<void> => {
  checkLists(input)
  if (input.companyId !== present?.companyId) {
    const company = await visibleCompany(db, who, input.companyId)
    if (!company) refuse('not_found', { field: 'companyId' })
  }
  const owner = input.ownerAccountId ?? null
  if (owner !== null && owner !== present?.ownerAccountId) {
    const account = await visibleAccount(db, who, owner)
    if (!account) refuse('not_found', { field: 'ownerAccountId' })
  }
}
