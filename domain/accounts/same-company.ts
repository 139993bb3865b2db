/**
 * Whether two things belong to one company: the one comparison of tenants. None is no company, so that nobody without
 * one shares anything with what belongs to the installation.
 */
export const sameCompany = (one: string | null | undefined, other: string | null | undefined): boolean =>
  typeof one === 'string' && one === other
