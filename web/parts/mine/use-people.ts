import { usePages } from '../../app/lists/use-pages.ts'

/** People of my company; all for an administrator. */
export const usePeople = () => usePages('GET /api/accounts', {}, (page) => page.accounts)
