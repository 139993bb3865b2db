import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openApi } from '#contract/http/open-api.ts'
import { routes } from '#contract/http/routes.ts'

export const openApiFile = join(import.meta.dirname, '../docs/generated/openapi.json')

/** The description that the server serves at /api/openapi.json, as it stands in the documentation. */
export const openApiText = (): string => `${JSON.stringify(openApi(routes), null, 2)}\n`

export const generateOpenApi = (): void => {
  mkdirSync(dirname(openApiFile), { recursive: true })
  writeFileSync(openApiFile, openApiText())
}

if (import.meta.main) generateOpenApi()
