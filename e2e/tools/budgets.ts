import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { projectDir } from '#server/platform/project-dir.ts'
import { readSources } from './sources.ts'

// `npm run budgets`: the current cost of one more of each kind. Exit code 1 if a value is above its record, which may
// only fall: `npm run budgets -- --record` stores lower values.

const { values: options } = parseArgs({ options: { record: { type: 'boolean', default: false } } })
const sources = readSources()
const { files, countLines, naming } = sources

const median = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

const entries = files.filter((file) => /^app\/.*\/(?:page|layout|route)\.tsx?$/.test(file))
const pagePath = (name: string) => `app/(dashboard)/${name}/page.tsx`
const listPages = ['changes', 'incidents', 'improvements', 'users', 'products', 'knowledge'].map(pagePath)

/** The files that only one entry reaches: the cost of the page besides everything it shares. */
function ownFiles(entry: string): string[] {
  const reachedByOthers = new Set(
    entries.filter((other) => other !== entry).flatMap((other) => [...sources.reach(other)]),
  )
  return [...sources.reach(entry)].filter((file) => !reachedByOthers.has(file))
}
const listFiles = listPages.map(ownFiles)

const forms = files.filter(
  (file) => /^components\/.*\.tsx$/.test(file) && /use(?:Endpoint|Server|Filter)?Form[<(]/.test(sources.getText(file)),
)
const product = files.filter((file) => /^(?:app|components|lib|server)\//.test(file))

/** Small files that only one neighbour imports at the start; files that are lazy or imported by tests stand alone. */
const fragments = product.filter((file) => {
  const importers = sources.listImporters(file)
  const [only] = importers
  return (
    importers.length === 1 &&
    only !== undefined &&
    getFolder(only) === getFolder(file) &&
    countLines(file) < 40 &&
    !sources.isLazy(file) &&
    !sources.isTested(file)
  )
})

function getFolder(file: string): string {
  return file.slice(0, file.lastIndexOf('/'))
}

type Budget = { readonly name: string; readonly size: number; readonly goal: number }

const budgets: readonly Budget[] = [
  { name: 'list page: its own files, median of six', size: median(listFiles.map((own) => own.length)), goal: 3 },
  {
    name: 'list page: lines of its own files, median of six',
    size: median(listFiles.map((own) => sum(own.map(countLines)))),
    goal: 150,
  },
  {
    name: 'tables with headings written by hand',
    size: files.filter((file) => naming(/<THead/)(file)).length,
    goal: 6,
  },
  { name: 'form or dialog: median lines of a file', size: median(forms.map(countLines)), goal: 40 },
  {
    name: 'field of a change: files that name close_notes, which is also a heading in files of improvements',
    size: product.filter((file) => file !== 'lib/contracts/improvements.ts' && naming(/close_notes/)(file)).length,
    goal: 4,
  },
  { name: 'sender of events: files that name pagerduty', size: product.filter(naming(/pagerduty/i)).length, goal: 2 },
  { name: 'tracker: files that name gitlab', size: product.filter(naming(/gitlab/i)).length, goal: 4 },
  { name: 'setting: files that name smtp_host', size: product.filter(naming(/smtp_host/)).length, goal: 4 },
  {
    name: 'action of a review: lines that guess it from the history',
    size: sum(
      files.filter((file) => /^components\/history\/.*(?:events|words|runs)\.tsx?$/.test(file)).map(countLines),
    ),
    goal: 40,
  },
  {
    name: 'files that the route of the incident list reaches',
    size: sources.reach('app/api/itsm/v1/incidents/route.ts').size,
    goal: 40,
  },
  {
    name: 'files that the PATCH of a change reaches',
    size: sources.reach('app/api/itsm/v1/changes/[number]/route.ts').size,
    goal: 120,
  },
  { name: 'small files with one neighbour as their only user', size: fragments.length, goal: 80 },
  {
    name: 'rooms of server/',
    size: new Set(files.flatMap((file) => /^server\/([^/]+)\//.exec(file)?.[1] ?? [])).size,
    goal: 30,
  },
  {
    name: 'laboratories: lines',
    size: sum(files.filter((file) => file.startsWith('e2e/lab/')).map(countLines)),
    goal: 9000,
  },
  { name: 'longest file', size: Math.max(...files.map(countLines)), goal: 300 },
]

const recordFile = join(projectDir(), 'e2e/tools/budgets.json')
const recorded: Record<string, number> = JSON.parse(readFileSync(recordFile, 'utf8'))

console.log('  today  record    goal')
for (const { name, size, goal } of budgets) {
  const record = recorded[name] ?? size
  const verdict = size > record ? ': WORSE THAN ITS RECORD' : size < record ? ': better, record it' : ''
  console.log(`${[size, record, goal].map((number) => String(number).padStart(7)).join(' ')}  ${name}${verdict}`)
}
console.log(
  `Product ${sum(product.map(countLines))} lines, e2e ${sum(files.filter((file) => file.startsWith('e2e/')).map(countLines))}.`,
)

if (options.record) {
  const lower = budgets.map(({ name, size }) => [name, Math.min(size, recorded[name] ?? size)] as const)
  writeFileSync(recordFile, `${JSON.stringify(Object.fromEntries(lower), null, 2)}\n`)
}
if (budgets.some(({ name, size }) => size > (recorded[name] ?? size))) process.exitCode = 1
