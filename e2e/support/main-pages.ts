import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allEndpoints } from '#lib/contracts/all-endpoints.ts'
import type { Endpoint } from '#lib/contracts/endpoint.ts'
import { connectionPaths } from '#lib/domain/connection-paths.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { projectDir } from './server-process.ts'

/** A demo change whose review is completed, and one whose review is in progress. */
const reviewed = 'CHG0030008'
const written = 'CHG0030032'
export const writtenReview = pagePaths.review(written, 'plan')

/** A demo incident that the review of its change confirmed. */
const confirmed = 'INC0200015'

/** The pages that people open every day, by the name of their picture. */
export const mainPages = {
  today: pagePaths.start,
  changes: pagePaths.changes,
  change: pagePaths.change(reviewed),
  review: pagePaths.review(reviewed, 'incidents'),
  incidents: pagePaths.incidents,
  incident: pagePaths.incident(confirmed),
  improvements: pagePaths.improvements,
  insights: pagePaths.insights,
  policy: pagePaths.policy,
  knowledge: pagePaths.knowledge,
  report: pagePaths.report(reviewed),
}

/** The path of a page by its file, with its parameters in brackets. */
export const getPagePath = (file: string): string =>
  `/${file
    .replaceAll('\\', '/')
    .split('/')
    .slice(1, -1)
    .filter((part) => !part.startsWith('('))
    .join('/')}`

const files = globSync('app/**/page.tsx', { cwd: projectDir }).toSorted()
const fixed = files.map(getPagePath).filter((path) => !path.includes('['))

/** The pages that `createListPage` makes, and whether they offer an export. */
export const listPages = files.flatMap((file) => {
  const text = readFileSync(join(projectDir, file), 'utf8')
  const [, made] = text.split('export default createListPage(')
  if (made === undefined) return []
  const isPassed = ({ name }: Endpoint) => new RegExp(`(?:\\.{3}|[^.\\w])${name},`).test(made)
  const endpoint = allEndpoints.find(isPassed) ?? allEndpoints.find(({ name }) => text.includes(`...${name},`))
  if (!endpoint) throw new Error(`${file} must pass an endpoint to createListPage by its name.`)
  return [{ path: getPagePath(file), isExported: 'format' in (endpoint.query?.shape ?? {}) }]
})

/** Pages that redirect people with a session. */
const elsewhere = ['/admin', '/setup', '/sign-in/forgot', '/sign-in/reset']

/** Every kind of page, signed in as an admin. */
export const everyPage: readonly string[] = [
  pagePaths.signIn,
  ...Object.values(mainPages),
  ...['plan', 'risk', 'incidents', 'outcome', 'improvements', 'lessons', 'sign-off'].map((step) =>
    pagePaths.review(reviewed, step),
  ),
  writtenReview,
  pagePaths.discussion(reviewed),
  pagePaths.metric('change_failure_rate'),
  pagePaths.user('usr_0001'),
  pagePaths.article('KB0010001'),
  pagePaths.policyRule('new'),
  connectionPaths.new('servicenow'),
  `${pagePaths.reference}/changes`,
  ...fixed.filter((path) => !elsewhere.includes(path)),
]
