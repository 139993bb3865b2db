export type Edit = {
  file: string
  /** Stands exactly once in the file; an entry whose text is gone is stale and fails. */
  find: string
  put: string
}

/** A protection of a row, the edit that takes it out, and the test files in which that must be seen. */
export type Protection = {
  row: string
  /** What is taken out. */
  without: string
  edits: readonly Edit[]
  tests: readonly string[]
  /** Seen in a browser: the app is built anew without it, and the tests are Playwright's. */
  browser?: true
}
