import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Endpoint } from '#lib/contracts/endpoint.ts'

// Writes what follows from the contracts: `routes.ts`, with which a page calls an endpoint without loading its schemas,
// and `endpoints.ts`, which names every endpoint. The routes have a file for each contract, as a page loads whole files.

const folder = new URL('../../lib/contracts/', import.meta.url)
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

const generated = /^(?:routes|endpoints|all-endpoints)\b/
const files = globSync('**/*.ts', { cwd: folder })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.endsWith('.test.ts') && !generated.test(file))
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
const routeFiles = used.map(({ file, endpoints }) => {
  const routes = endpoints.map(
    ([name, { tag, method, path }]) =>
      `export const ${name} = ${JSON.stringify({ name, tag, method, path })} as const\n`,
  )
  return { name: `routes/${file.replaceAll('/', '-')}`, text: heading + routes.join('') }
})
const imports = used.map(({ file }, index) => `import * as file${index} from './${file}'\n`)
const entries = used.flatMap(({ endpoints }, index) => endpoints.map(([name]) => `  ${name}: file${index}.${name},\n`))

mkdirSync(new URL('routes/', folder), { recursive: true })
for (const { name, text } of routeFiles) writeIfChanged(name, text)
writeIfChanged('routes.ts', heading + routeFiles.map(({ name }) => `export * from './${name}'\n`).join(''))
writeIfChanged('endpoints.ts', `${heading}${imports.join('')}\nexport const endpoints = {\n${entries.join('')}}\n`)

/** Keeps the time of a file that is the same, for whoever compares it with a build. */
function writeIfChanged(name: string, text: string): void {
  const file = new URL(name, folder)
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
}
