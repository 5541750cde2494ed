import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import type { Endpoint } from '#lib/contracts/endpoint.ts'

// Writes what follows from the contracts: `routes.ts`, with which a page calls an endpoint without loading its schemas,
// and `endpoints.ts`, which names every endpoint.

const folder = new URL('../../lib/contracts/', import.meta.url)
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

const generated = ['routes.ts', 'endpoints.ts', 'all-endpoints.ts']
const files = globSync('**/*.ts', { cwd: folder })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.endsWith('.test.ts') && !generated.includes(file))
  .toSorted()

const contracts = await Promise.all(
  files.map(async (file) => {
    const exported = Object.entries(await import(new URL(file, folder).href))
    return { file, endpoints: exported.filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])) }
  }),
)
const used = contracts.filter(({ endpoints }) => endpoints.length > 0)
const all = used.flatMap(({ endpoints }) => endpoints)
const wrong = all.filter(([name, endpoint], index) => name !== endpoint.name || all[index + 1]?.[0] === name)
if (wrong.length > 0) throw new Error(`endpoints need names of their own: ${wrong.map(([name]) => name).join(', ')}`)

const heading = '// Written by `npm run generate`.\n\n'
const routes = all.map(
  ([name, { tag, method, path }]) => `export const ${name} = ${JSON.stringify({ name, tag, method, path })} as const\n`,
)
const imports = used.map(({ file }, index) => `import * as file${index} from './${file}'\n`)
const entries = used.flatMap(({ endpoints }, index) => endpoints.map(([name]) => `  ${name}: file${index}.${name},\n`))

writeIfChanged('routes.ts', heading + routes.join(''))
writeIfChanged('endpoints.ts', `${heading}${imports.join('')}\nexport const endpoints = {\n${entries.join('')}}\n`)

/** Keeps the time of a file that is the same, for whoever compares it with a build. */
function writeIfChanged(name: string, text: string): void {
  const file = new URL(name, folder)
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
}
