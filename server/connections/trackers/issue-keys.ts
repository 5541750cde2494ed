import type { Improvement } from '#lib/contracts/improvements.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

type TrackedAction = Pick<Improvement, 'id' | 'title' | 'description' | 'source_ref'>

/** The format of a tracker's issue keys, and the paths of its pages and API. */
export type KeyFormat = {
  /** Separates the project from the number in a key. */
  readonly separator: '-' | '#'
  /** Matches a whole key. */
  readonly key: RegExp
  /** Set if keys are upper case, so that lower case is converted. */
  readonly isUpperCase?: true
  /** Returns the path of an issue's page. */
  readonly pagePath: (project: string, number: string) => string
  /** Returns the key in the path or parameters of a page, only the number without a project, or any other text. */
  readonly readPageKey: (path: string, parameters: URLSearchParams) => string
  /** The path of the API below that of the pages; may be empty. */
  readonly apiPath: string
  /** The public service, whose pages and API are on different hosts. */
  readonly cloud?: { readonly pages: string; readonly api: string }
}

/** A segment of a repository's path, as a regular expression. */
export const repositorySegment = '[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}'

/** Issue keys of a connection, in the format of its tracker. */
export type IssueKeys = {
  /** The base URL of the API, without a trailing slash. */
  readonly apiBase: string
  /** Returns the project or repository of a key. */
  getProject(key: string): string
  /** Returns the number of an issue within its project. */
  getNumber(key: string): string
  /** True if a text is the name of a project or repository. */
  isProject(text: string): boolean
  /** True if an issue belongs to one of the projects, whose case is ignored. */
  isInProjects(key: string, projects: readonly string[]): boolean
  /** Parses the key, the number within `project` or the URL of an issue of this system; null for anything else. */
  parse(written: string, project: string | null): string | null
  /** Returns the URL of an issue's page. */
  getPageUrl(key: string): string
  /** Returns the URL of a page if it is on the tracker's host, else the URL of the connection. */
  toOwnUrl(page: string): string
}

export function createIssueKeys(format: KeyFormat, url: string): IssueKeys {
  const { separator, key: pattern, cloud } = format
  const pages = getPageBase(format, url)
  const basePath = pages.pathname.replace(/\/$/, '')
  const root = `${pages.origin}${basePath}`
  const getProject = (key: string) => key.slice(0, key.lastIndexOf(separator))
  const getNumber = (key: string) => key.slice(key.lastIndexOf(separator) + 1)
  const keyInUrl = (text: string) => {
    const { host, pathname, searchParams } = new URL(text)
    if (host !== pages.host || !pathname.startsWith(basePath)) return ''
    return format.readPageKey(pathname.slice(basePath.length), searchParams)
  }
  const keyInText = (text: string, project: string | null) => {
    const [, number] = /^#?(\d+)$/.exec(text) ?? []
    if (number !== undefined && project !== null) return `${project}${separator}${number}`
    return format.isUpperCase ? text.toUpperCase() : text
  }
  return {
    apiBase: root === cloud?.pages ? cloud.api : `${root}${format.apiPath}`,
    getProject,
    getNumber,
    isProject: (text) => pattern.test(`${text}${separator}1`),
    isInProjects: (key, projects) => {
      const project = getProject(key).toLowerCase()
      return projects.some((known) => known.toLowerCase() === project)
    },
    parse: (written, project) => {
      const text = written.trim()
      const isUrl = /^https?:/i.test(text) && URL.canParse(text)
      const key = keyInText(isUrl ? keyInUrl(text) : text, project)
      return pattern.test(key) ? key : null
    },
    getPageUrl: (key) => `${root}${format.pagePath(getProject(key), getNumber(key))}`,
    toOwnUrl: (page) => (URL.canParse(page) && new URL(page).origin === pages.origin ? page : url),
  }
}

/** Returns the base URL of the pages; that of a connection may be the URL of the API. */
function getPageBase({ apiPath, cloud }: KeyFormat, url: string): URL {
  const base = new URL(url)
  if (cloud && [cloud.pages, cloud.api].includes(base.origin)) return new URL(cloud.pages)
  const path = base.pathname.replace(/\/$/, '')
  if (path.endsWith(apiPath)) base.pathname = path.slice(0, path.length - apiPath.length)
  return base
}

/** Returns the title of an issue, which is one line in every tracker. */
export const toIssueTitle = ({ title }: Pick<TrackedAction, 'title'>): string => title.replace(/\s+/g, ' ').trim()

/** A sentence in Markdown that links back to the action. */
export function describeOrigin({ id, source_ref: source }: TrackedAction, publicUrl: string | null): string {
  if (publicUrl === null) return `Improvement action ${id} from ${source} in Hindsight.`
  return `[Improvement action](${new URL(pagePaths.improvement(id), publicUrl).href}) from ${source} in Hindsight.`
}

/** The marker that begins our part of a text; it also finds an issue again whose creation got no response. */
export const buildMarker = (actionId: string): string => `<!-- hindsight:${actionId} -->`
const buildFooterMarker = (actionId: string) => `<!-- hindsight:${actionId}:footer -->`
const buildEndMarker = (actionId: string) => `<!-- hindsight:${actionId}:end -->`

/** Builds our part of a text in Markdown, between markers: the description, then a footer. */
function buildMarkedText(action: TrackedAction, footer: readonly string[]): string {
  const description = action.description === null ? [] : [action.description]
  return [buildMarker(action.id), ...description, buildFooter(action, footer)].join('\n\n')
}

const buildFooter = ({ id }: TrackedAction, footer: readonly string[]) =>
  [buildFooterMarker(id), '---', ...footer, buildEndMarker(id)].join('\n\n')

/** Replaces our part of a text, keeping what people wrote around it; without our part, it is put at the top. */
export function replaceOurPart(text: string, action: TrackedAction, footer: readonly string[]): string {
  const [above, below] = splitAround(text, buildMarker(action.id), buildEndMarker(action.id)) ?? ['', text]
  return [above.trim(), buildMarkedText(action, footer), below.trim()].filter(Boolean).join('\n\n')
}

/** Replaces the footer in our part of a text; unchanged if people removed it. */
export function replaceFooter(text: string, action: TrackedAction, footer: readonly string[]): string {
  const parts = splitAround(text, buildFooterMarker(action.id), buildEndMarker(action.id))
  return parts ? `${parts[0]}${buildFooter(action, footer)}${parts[1]}` : text
}

/** Returns the text before `start` and after `end`; null if one of them is missing. */
function splitAround(text: string, start: string, end: string): readonly [string, string] | null {
  const from = text.indexOf(start)
  const to = text.indexOf(end, from)
  return from === -1 || to === -1 ? null : [text.slice(0, from), text.slice(to + end.length)]
}
