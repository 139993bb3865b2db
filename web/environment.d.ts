/** Set by the build: see `define` in vite.config.ts. */
interface ImportMetaEnv {
  readonly APP_VERSION: string
}
