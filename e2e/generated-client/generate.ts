import { rename, writeFile } from 'node:fs/promises'
import openapiTS, { astToString } from 'openapi-typescript'

const [baseUrl] = process.argv.slice(2)
if (!baseUrl) throw new Error('Usage: node generate.ts BASE_URL')

const answer = await fetch(new URL('/api/openapi-tokens.json', baseUrl))
if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}.`)
const types = await openapiTS(await answer.text())
const target = new URL('schema.d.ts', import.meta.url)
const draft = new URL(`schema.${process.pid}.d.ts`, import.meta.url)
await writeFile(draft, astToString(types))
await rename(draft, target)
