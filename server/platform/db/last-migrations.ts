/**
 * The last migration of each published version, oldest first. Servers of a version and of the one before run side by
 * side while they are upgraded one after the other: what comes after the last line only adds to the schema, and takes
 * away only what files up to it left unused (`-- contracts 0257: why`). tests/expand-only.test.ts holds it.
 */
export const lastMigrations = { '0.1.0': '0256' } as const
