// `npm run generate`: the documents that are made from the code.
import { generateAsyncApi } from './generate-asyncapi.ts'
import { generateDevicesPage } from './generate-devices-page.ts'
import { generateErrorPage } from './generate-error-page.ts'
import { generateOpenApi } from './generate-openapi.ts'
import { generatePhrases } from './generate-phrases.ts'
import { generateShell } from './generate-shell.ts'
import { generateTrustPage } from './generate-trust-page.ts'

generateOpenApi()
generateErrorPage()
generateDevicesPage()
generateAsyncApi()
generateShell()
await generatePhrases()
generateTrustPage()
