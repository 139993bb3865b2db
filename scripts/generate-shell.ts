import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { envelope, fromShell, MESSAGE_MAX, PROTOCOL, toShell } from '#contract/shell/messages.ts'

export const shellSchemaFile = join(import.meta.dirname, '../docs/generated/shell.json')

const schemasOf = (table: Readonly<Record<string, z.ZodMiniType>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(table).map(([type, schema]) => {
      const { $schema: _, ...rest } = z.toJSONSchema(schema)
      return [type, rest]
    }),
  )

/** JSON Schemas of every message between a native shell and the page. */
export const shellSchemaText = (): string => {
  const { $schema, ...frame } = z.toJSONSchema(envelope)
  const document = {
    $schema,
    title: `pvshell ${PROTOCOL}`,
    description: `Messages between a native shell and the page; at most ${MESSAGE_MAX} bytes each.`,
    $defs: { envelope: frame, fromPage: schemasOf(toShell), fromShell: schemasOf(fromShell) },
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

export const generateShell = (): void => {
  mkdirSync(dirname(shellSchemaFile), { recursive: true })
  writeFileSync(shellSchemaFile, shellSchemaText())
}

if (import.meta.main) generateShell()
