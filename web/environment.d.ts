/** Set by the build: see `define` in vite.config.ts. */
interface ImportMetaEnv {
  readonly APP_VERSION: string
  /** Changes with the shapes of the API's answers. */
  readonly CONTRACT: string
  /** Whether the worker for starts without a network is registered. */
  readonly OFFLINE_START: boolean
}

/** The SDK of pages inside a uni-app App. It brings no types. */
declare module '@dcloudio/uni-webview-js' {
  export const webView: { postMessage: (options: { data: object }) => void }
}
