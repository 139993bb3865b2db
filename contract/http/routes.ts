import { accountRoutes } from './accounts.ts'

/** Every door of the installation. */
export const routes = { ...accountRoutes }

export type Routes = typeof routes
