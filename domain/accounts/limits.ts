/** NIST SP 800-63B (rev. 4): 15 characters at least without a second factor, no composition rule, nothing truncated. */
export const PASSWORD_MIN = 15
export const PASSWORD_MAX = 1024
export const PERSON_NAME_MAX = 60
export const COMPANY_NAME_MAX = 80
/** As it is typed to sign in or to share with: a wrong shape answers like a wrong account. */
export const ACCOUNT_TYPED_MAX = 256
/** What is searched for in a list. */
export const SEARCH_MAX = 60
