import { execFileSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { parseArgs } from 'node:util'
import { answerHelp } from '#server/cli/answer-help.mjs'
import { projectDir } from '#server/platform/project-dir.ts'

answerHelp(`Usage: npm run budgets [-- --record]
Prints the size of the house: what it is now, its record and its goal. Ends with 1 if a value is above its record.
--record stores the lower values as records.`)

type Budget = { readonly name: string; readonly size: number; readonly goal: number }

const root = projectDir()
const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
const tracked = listed.split('\0').filter((file) => statSync(join(root, file), { throwIfNoEntry: false })?.isFile())
const texts = new Map(
  tracked
    .filter((file) => /\.(?:tsx?|mjs|md)$/.test(file))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
)
const getText = (file: string) => texts.get(file) ?? ''
const countLines = (files: readonly string[]) =>
  files.reduce((total, file) => total + getText(file).split('\n').length - 1, 0)

const isTest = (file: string) => /\.(?:test|spec)\.|\/testing[-./]/.test(file)
const sources = [...texts.keys()].filter((file) => !file.endsWith('.md'))
const isOfProduct = (file: string) => /^(?:app|components|lib|server|packages)\//.test(file)
const product = sources.filter((file) => isOfProduct(file) && !isTest(file))
const tests = sources.filter((file) => isTest(file) || (file.startsWith('e2e/') && !/^e2e\/(?:lab|tools)\//.test(file)))

/** The files that a file imports: at the start, and only when needed. */
type Imports = { readonly eager: readonly string[]; readonly lazy: readonly string[] }

function readImports(file: string): Imports {
  const resolve = (pattern: RegExp) =>
    [...getText(file).matchAll(pattern)].flatMap(([, specifier = '']) => {
      const path = specifier.startsWith('#') ? specifier.slice(1) : posix.join(dirname(file), specifier)
      return texts.has(path) ? [path] : []
    })
  return {
    eager: resolve(/^(?:import|export)\s[^'"]*?from\s'([#.][^']+)'/gm),
    lazy: resolve(/import\('([#.][^']+)'\)/g),
  }
}
const imports = new Map(sources.map((file) => [file, readImports(file)]))
const users = Map.groupBy(
  [...imports].flatMap(([user, { eager, lazy }]) => [...eager, ...lazy].map((used) => ({ user, used }))),
  ({ used }) => used,
)
const listUsers = (file: string) => [...new Set((users.get(file) ?? []).map(({ user }) => user))]
const isLazy = (file: string) => (users.get(file) ?? []).some(({ user }) => imports.get(user)?.lazy.includes(file))

/** A small file that only one file of its folder uses, so that both could be one. */
function isFragment(file: string): boolean {
  const [only, ...others] = listUsers(file)
  return (
    only !== undefined &&
    others.length === 0 &&
    !isTest(only) &&
    dirname(only) === dirname(file) &&
    countLines([file]) <= 80 &&
    countLines([file, only]) <= 250 &&
    !isLazy(file)
  )
}

/** The files that imports lead to from these entries, in these folders. */
function followImports(entries: readonly string[], folders: RegExp): ReadonlySet<string> {
  const found = new Set<string>()
  const open = [...entries]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file) || isTest(file)) continue
    found.add(file)
    const { eager = [], lazy = [] } = imports.get(file) ?? {}
    open.push(...[...eager, ...lazy].filter((used) => folders.test(used)))
  }
  return found
}

/** What a reader follows from the control on a page to the row in the database: where it begins, and in which folders. */
const journeys = {
  signOff: {
    entries: ['components/review/steps/sign-off-actions.tsx', 'server/reviews/commands/sign-off.ts'],
    folders:
      /^(?:components\/review\/transition|lib\/(?:domain\/)?(?:review(?!\/questions)|four-eyes)|server\/(?:reviews|people|history))\//,
  },
  import: {
    entries: ['components/admin/import/import-view.tsx', 'server/import/import-file.ts'],
    folders: /^(?:components\/admin\/import|server\/import)\/(?!presets|cells)/,
  },
}
function measureJourney({ entries, folders }: (typeof journeys)['import']): number {
  const missing = entries.filter((file) => !texts.has(file))
  if (missing.length > 0)
    throw new Error(`A journey begins in ${missing.join(', ')}, which is not there. Name what replaced it.`)
  return followImports(entries, folders).size
}

/** The files that name an endpoint, without those that call it from a page: measured by some whose names are unique. */
const specimens = ['createHoliday', 'putIncident', 'saveReviewStep', 'listWebhooks']
const countPlaces = (name: string) =>
  product.filter((file) => !file.startsWith('components/') && new RegExp(`\\b${name}\\b`).test(getText(file))).length

const documents = tracked.filter((file) => file.endsWith('.md'))
const countWords = (file: string) =>
  getText(file)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length

const budgets: readonly Budget[] = [
  { name: 'product, lines', size: countLines(product), goal: 108_000 },
  { name: 'product, files', size: product.length, goal: 1_700 },
  { name: 'product, small files that only one neighbour uses', size: product.filter(isFragment).length, goal: 20 },
  { name: 'tests and helpers, lines', size: countLines(tests), goal: 55_000 },
  { name: 'laboratories, lines', size: countLines(sources.filter((file) => file.startsWith('e2e/lab/'))), goal: 5_000 },
  {
    name: 'a question of a review: files that name "missed"',
    size: product.filter((file) => /\bmissed: (?!'once')|\.missed\b/.test(getText(file))).length,
    goal: 2,
  },
  { name: 'sign-off: files from button to row', size: measureJourney(journeys.signOff), goal: 27 },
  { name: 'import: files from button to row', size: measureJourney(journeys.import), goal: 25 },
  {
    name: 'frame of HTTP and API, files',
    size: product.filter((file) => /^server\/platform\/(?:http|api|limits)\//.test(file)).length,
    goal: 25,
  },
  { name: 'an endpoint: places that name it, at most', size: Math.max(...specimens.map(countPlaces)), goal: 3 },
  { name: 'documents, words', size: documents.reduce((total, file) => total + countWords(file), 0), goal: 25_000 },
  {
    name: 'repository without history, kB',
    size: Math.ceil(tracked.reduce((total, file) => total + statSync(join(root, file)).size, 0) / 1000),
    goal: 8_000,
  },
]

const { values: options } = parseArgs({ options: { record: { type: 'boolean', default: false } } })
const recordFile = join(root, 'e2e/tools/budgets.json')
const records: Readonly<Record<string, number>> = JSON.parse(readFileSync(recordFile, 'utf8'))

console.log('    now  record    goal')
for (const { name, size, goal } of budgets) {
  const record = records[name] ?? size
  const columns = [size, record, goal].map((number) => String(number).padStart(7)).join(' ')
  console.log(`${columns}  ${name}${size > record ? ': ABOVE ITS RECORD' : ''}`)
}
if (options.record) {
  const lower = budgets.map(({ name, size }) => [name, Math.min(size, records[name] ?? size)] as const)
  writeFileSync(recordFile, `${JSON.stringify(Object.fromEntries(lower), null, 2)}\n`)
}
if (budgets.some(({ name, size }) => size > (records[name] ?? size))) process.exitCode = 1
