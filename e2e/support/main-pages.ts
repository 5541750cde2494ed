import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectionPaths } from '#lib/domain/connection-paths.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { projectDir } from './server-process.ts'

/** A demo change whose review is completed, and one whose review is in progress. */
const reviewed = 'CHG0030004'
const written = 'CHG0030022'
export const writtenReview = pagePaths.review(written, 'plan')

/** A demo incident that the review of its change confirmed. */
const confirmed = 'INC0200054'

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

/** The pages that `createListPage` makes and whose rows are in a table. */
export const listPages = files.flatMap((file) => {
  const isList = readFileSync(join(projectDir, file), 'utf8').includes('export default createListPage(')
  const path = getPagePath(file)
  return isList && path !== pagePaths.knowledge && path !== pagePaths.notifications ? [path] : []
})

/** Pages of people without a session. */
export const signedOutPages = fixed.filter((path) => path.startsWith(pagePaths.signIn))
/** Pages that only redirect. */
const elsewhere = [...signedOutPages, '/admin', '/setup']

/** Every page with demo data, as an admin sees it. */
const shown: readonly string[] = [
  ...signedOutPages,
  ...Object.values(mainPages),
  ...['plan', 'risk', 'incidents', 'outcome', 'improvements', 'lessons', 'sign-off'].map((step) =>
    pagePaths.review(reviewed, step),
  ),
  writtenReview,
  pagePaths.discussion(reviewed),
  pagePaths.metric('change_failure_rate'),
  pagePaths.user('usr_0001'),
  pagePaths.article('KB0010001'),
  `${pagePaths.article('KB0010001')}/edit`,
  `${pagePaths.change(reviewed)}/review/versions`,
  `${pagePaths.improvements}?status=all`,
  pagePaths.policyRule('new'),
  connectionPaths.new('servicenow'),
  `${pagePaths.reference}/changes`,
  ...fixed.filter((path) => !elsewhere.includes(path)),
]

export const everyPage: readonly string[] = [...new Set(shown)]
