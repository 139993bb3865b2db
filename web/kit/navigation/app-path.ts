/** A path inside the app, below `base`, with its search. Made by `pathTo` (web/paths.ts) only. */
export type AppPath = string & { readonly appPath: true }

export const base = '/h5'
