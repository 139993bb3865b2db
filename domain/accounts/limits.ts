/** NIST SP 800-63B (rev. 4): 15 characters at least without a second factor, no composition rule, nothing truncated. */
export const PASSWORD_MIN = 15
export const PASSWORD_MAX = 1024
export const PERSON_NAME_MAX = 60
export const COMPANY_NAME_MAX = 80
/** As it is typed to sign in or to share with: a wrong shape answers like a wrong account. */
export const ACCOUNT_TYPED_MAX = 256
/** What is searched for in a list. */
export const SEARCH_MAX = 60
/** Sessions of one account; one more ends that which was heard of longest ago. Chosen: nobody has so many browsers. */
export const SESSIONS_MAX = 100
/** Single permissions that a person may be given beside those of the role. */
export const GRANTED_MAX = 100
/** People named who can give a permission. */
export const GRANTERS_SHOWN = 5
/** People with whom one station is shared, and stations that are shared with one person. No source: chosen. */
export const SHARES_MAX = 200
export const SHARED_STATIONS_MAX = 1_000
