/** How a tracker names its issues, and where their pages and its API are. */
export type KeyFormat = {
  /** What separates the project from the number in a key. */
  readonly separator: '-' | '#'
  /** A whole key. */
  readonly key: RegExp
  /** Whether a key in lower case means the one in upper case. */
  readonly isUpperCase?: true
  /** The path of the page of an issue. */
  readonly pagePath: (project: string, number: string) => string
  /**
   * The key in the path or the parameters of such a page, or its number alone where the page does not name the project;
   * any other text for another page.
   */
  readonly keyOfPage: (path: string, parameters: URLSearchParams) => string
  /** Empty if the API is where the pages are. */
  readonly apiPath: string
  /** The service for everybody, whose pages and API are on different hosts. */
  readonly cloud?: { readonly pages: string; readonly api: string }
}

/** A part of the path of a repository, as a regular expression. */
export const repositorySegment = '[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}'

/** Issue keys of a connection, in the format of its tracker. */
export type IssueKeys = {
  /** The address of the API, without a slash at its end. */
  readonly apiBase: string
  /** The project or repository of a key. */
  projectOf(key: string): string
  /** The number of an issue within its project. */
  numberOf(key: string): string
  /** Whether a text names a project or repository. */
  isProject(text: string): boolean
  /** Whether an issue belongs to one of some projects, whose case trackers ignore. */
  isInProjects(key: string, projects: readonly string[]): boolean
  /**
   * The key of an issue that a person named by key, by number within a project, or by the address of its page; null if
   * it is none of these or the address is of another system.
   */
  parse(written: string, project: string | null): string | null
  /** The address of the page of an issue, for people. */
  pageOf(key: string): string
  /** The URL of a page that the tracker named, or the URL of the connection if the page is on another host. */
  ownPage(page: string): string
}

export function createIssueKeys(format: KeyFormat, url: string): IssueKeys {
  const { separator, key: pattern, cloud } = format
  const pages = pageBase(format, url)
  const basePath = pages.pathname.replace(/\/$/, '')
  const root = `${pages.origin}${basePath}`
  const projectOf = (key: string) => key.slice(0, key.lastIndexOf(separator))
  const numberOf = (key: string) => key.slice(key.lastIndexOf(separator) + 1)
  const keyInUrl = (text: string) => {
    const { host, pathname, searchParams } = new URL(text)
    if (host !== pages.host || !pathname.startsWith(basePath)) return ''
    return format.keyOfPage(pathname.slice(basePath.length), searchParams)
  }
  const keyInText = (text: string, project: string | null) => {
    const [, number] = /^#?(\d+)$/.exec(text) ?? []
    if (number !== undefined && project !== null) return `${project}${separator}${number}`
    return format.isUpperCase ? text.toUpperCase() : text
  }
  return {
    apiBase: root === cloud?.pages ? cloud.api : `${root}${format.apiPath}`,
    projectOf,
    numberOf,
    isProject: (text) => pattern.test(`${text}${separator}1`),
    isInProjects: (key, projects) => {
      const project = projectOf(key).toLowerCase()
      return projects.some((known) => known.toLowerCase() === project)
    },
    parse: (written, project) => {
      const text = written.trim()
      const isAddress = /^https?:/i.test(text) && URL.canParse(text)
      const key = keyInText(isAddress ? keyInUrl(text) : text, project)
      return pattern.test(key) ? key : null
    },
    pageOf: (key) => `${root}${format.pagePath(projectOf(key), numberOf(key))}`,
    ownPage: (page) => (URL.canParse(page) && new URL(page).origin === pages.origin ? page : url),
  }
}

/** The address of the pages of a tracker; that of a connection may be of the API. */
function pageBase({ apiPath, cloud }: KeyFormat, url: string): URL {
  const base = new URL(url)
  if (cloud && [cloud.pages, cloud.api].includes(base.origin)) return new URL(cloud.pages)
  const path = base.pathname.replace(/\/$/, '')
  if (path.endsWith(apiPath)) base.pathname = path.slice(0, path.length - apiPath.length)
  return base
}
