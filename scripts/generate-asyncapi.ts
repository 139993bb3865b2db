import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { asyncApi } from '#contract/mqtt/async-api.ts'

export const asyncApiFile = join(import.meta.dirname, '../docs/generated/asyncapi.json')

/** The description of the MQTT interface, as it stands in the documentation. */
export const asyncApiText = (): string => `${JSON.stringify(asyncApi(), null, 2)}\n`

export const generateAsyncApi = (): void => {
  mkdirSync(dirname(asyncApiFile), { recursive: true })
  writeFileSync(asyncApiFile, asyncApiText())
}

if (import.meta.main) generateAsyncApi()
