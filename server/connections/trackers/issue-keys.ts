import type { ConnectionKind } from '#lib/contracts/connectors/all-connectors.ts'

export const trackerKinds = ['jira', 'github', 'gitlab'] as const satisfies readonly ConnectionKind[]
export type TrackerKind = (typeof trackerKinds)[number]

export const isTrackerKind = (kind: ConnectionKind): kind is TrackerKind => trackerKinds.some((known) => known === kind)

export const trackerLabels: Readonly<Record<TrackerKind, string>> = { jira: 'Jira', github: 'GitHub', gitlab: 'GitLab' }

const jiraKey = /^[A-Z][A-Z0-9_]{1,99}-[1-9]\d{0,9}$/
const segment = '[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}'
const numbered = {
  github: new RegExp(`^(${segment}/${segment})#([1-9]\\d{0,9})$`),
  gitlab: new RegExp(`^(${segment}(?:/${segment}){1,20})#([1-9]\\d{0,9})$`),
}
const addresses = {
  github: new RegExp(`^/(${segment}/${segment})/issues/([1-9]\\d{0,9})/?$`),
  gitlab: new RegExp(`^/(${segment}(?:/${segment}){1,20})/-/(?:issues|work_items)/([1-9]\\d{0,9})/?$`),
}

/** The project or repository of a key. */
export const projectOf = (kind: TrackerKind, key: string): string =>
  key.slice(0, key.lastIndexOf(kind === 'jira' ? '-' : '#'))

/** Whether an issue belongs to one of some projects; GitHub and GitLab ignore case in their names. */
export function isInProjects(kind: TrackerKind, key: string, projects: readonly string[]): boolean {
  const project = projectOf(kind, key).toLowerCase()
  return projects.some((known) => known.toLowerCase() === project)
}

/** The number of an issue within its project. */
export const numberOf = (key: string): string => key.slice(key.search(/[-#]\d+$/) + 1)

/** Whether a text names a project or repository. */
export function isProject(kind: TrackerKind, project: string): boolean {
  return kind === 'jira' ? jiraKey.test(`${project}-1`) : numbered[kind].test(`${project}#1`)
}

type Place = { readonly kind: TrackerKind; readonly url: string; readonly project: string | null }

/**
 * The key of an issue that a person named by key, by number within the project of the connection, or by the address of
 * its page; null if it is none of these or the address is of another system.
 */
export function parseIssueKey({ kind, url, project }: Place, written: string): string | null {
  const text = written.trim()
  if (/^https?:/i.test(text)) return keyInAddress(kind, url, text)
  if (kind === 'jira') {
    const key = /^\d+$/.test(text) && project ? `${project}-${text}` : text.toUpperCase()
    return jiraKey.test(key) ? key : null
  }
  const key = /^#?\d+$/.test(text) && project ? `${project}#${text.replace('#', '')}` : text
  return numbered[kind].test(key) ? key : null
}

function keyInAddress(kind: TrackerKind, url: string, text: string): string | null {
  if (!URL.canParse(text)) return null
  const address = new URL(text)
  if (address.host !== pageBase(kind, url).host) return null
  if (kind === 'jira') {
    const key = address.searchParams.get('selectedIssue') ?? /\/browse\/([^/]+)\/?$/.exec(address.pathname)?.[1] ?? ''
    return jiraKey.test(key) ? key : null
  }
  const base = pageBase(kind, url).pathname.replace(/\/$/, '')
  if (!address.pathname.startsWith(base)) return null
  const [, project, number] = addresses[kind].exec(address.pathname.slice(base.length)) ?? []
  return project && number ? `${project}#${number}` : null
}

/** The address of the pages of a tracker, for people. */
function pageBase(kind: TrackerKind, url: string): URL {
  const base = new URL(url)
  if (kind === 'github' && base.host === 'api.github.com') return new URL('https://github.com')
  if (kind === 'github') base.pathname = base.pathname.replace(/\/api\/v3\/?$/, '')
  if (kind === 'gitlab') base.pathname = base.pathname.replace(/\/api\/v4\/?$/, '')
  return base
}

/** The address of a page that a tracker named, or its own if that page is of another host. */
export function ownPage(kind: TrackerKind, url: string, page: string): string {
  return URL.canParse(page) && new URL(page).origin === pageBase(kind, url).origin ? page : url
}

/** The address of the API of a tracker, without a slash at its end. */
export function apiBase(kind: TrackerKind, url: string): string {
  const base = pageBase(kind, url)
  if (kind === 'github' && base.host === 'github.com') return 'https://api.github.com'
  const root = `${base.origin}${base.pathname.replace(/\/$/, '')}`
  return { jira: `${root}/rest/api/3`, github: `${root}/api/v3`, gitlab: `${root}/api/v4` }[kind]
}

/** The address of the page of an issue, for people. */
export function issuePage(kind: TrackerKind, url: string, key: string): string {
  const base = pageBase(kind, url)
  const root = `${base.origin}${base.pathname.replace(/\/$/, '')}`
  if (kind === 'jira') return `${root}/browse/${key}`
  return `${root}/${projectOf(kind, key)}/${kind === 'gitlab' ? '-/' : ''}issues/${numberOf(key)}`
}
