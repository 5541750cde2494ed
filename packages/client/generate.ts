import { rename, writeFile } from 'node:fs/promises'
import openapiTS, { astToString } from 'openapi-typescript'
import { buildTokenApiDocument } from '../../server/api-documents.ts'

// The types of `/api/openapi-tokens.json`, which a service answers with the same document.
const types = await openapiTS(JSON.stringify(buildTokenApiDocument()))
const target = new URL('src/schema.ts', import.meta.url)
const draft = new URL(`src/schema.${process.pid}.ts`, import.meta.url)
await writeFile(draft, astToString(types))
await rename(draft, target)
