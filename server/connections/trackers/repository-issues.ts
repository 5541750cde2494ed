import { z } from 'zod'
import type { RepositoryOptions } from '#lib/contracts/connection-options.ts'
import { buildMarker } from './issue-text.ts'
import type { IssueStatus } from './merge-status.ts'
import type { ChangedIssues, Issue } from './tracker.ts'
import type { TrackerClient } from './tracker-client.ts'
import { findMappedStatus, type TrackerParts } from './tracker-definition.ts'

/** The fields of a repository's issue, for any service. */
type RepositoryIssue = Pick<Issue, 'title' | 'dueOn' | 'closedBy' | 'updatedAt'> & {
  readonly number: number
  readonly url: string
  readonly isOpen: boolean
  readonly text: string | null | undefined
}

type IssueApi<Schema extends z.ZodType> = {
  readonly schema: Schema
  /** The path of the issues of a project. */
  readonly path: (project: string) => string
  readonly read: (issue: z.output<Schema>) => RepositoryIssue
}

type QueryParameters = Readonly<Record<string, string>>

/** Reads and writes the issues of a repository service, whose states are open and closed. */
export class RepositoryIssues<Schema extends z.ZodType> {
  readonly #client
  readonly #keys
  readonly #options
  readonly #api

  constructor({ client, keys, options }: TrackerParts<RepositoryOptions>, api: IssueApi<Schema>) {
    this.#client = client
    this.#keys = keys
    this.#options = options
    this.#api = api
  }

  /** The statuses of open and of closed issues, in this order. */
  get statuses(): [open: IssueStatus, closed: IssueStatus] {
    return [this.#getStatus(true), this.#getStatus(false)]
  }

  /** Finds an issue by its key, as the service returns it; null if it does not exist. */
  find(key: string): Promise<z.output<Schema> | null> {
    return this.#client.find(this.#api.schema, { path: this.#getPath(key) })
  }

  /** Creates an issue in the project of the connection. */
  async create(body: object): Promise<Issue> {
    const path = this.#api.path(this.#project)
    const { result } = await this.#client.call(this.#api.schema, { method: 'POST', path, body })
    return this.toIssue(result, this.#project)
  }

  async update(key: string, method: 'PATCH' | 'PUT', body: object): Promise<Issue> {
    const { result } = await this.#client.call(this.#api.schema, { method, path: this.#getPath(key), body })
    return this.toIssue(result, this.#keys.getProject(key))
  }

  /**
   * Finds the first issue with the marker of an action in a list of the connection's project; null if there is none.
   */
  async findMarked(actionId: string, query: QueryParameters): Promise<Issue | null> {
    const { path, schema, read } = this.#api
    const Page = z.array(schema)
    let page = await this.#client.call(Page, { path: path(this.#project), query })
    for (;;) {
      const marked = page.result.find((issue) => read(issue).text?.includes(buildMarker(actionId)))
      if (marked !== undefined) return this.toIssue(marked, this.#project)
      if (page.next === null) return null
      page = await this.#client.follow(Page, page.next)
    }
  }

  /**
   * Lists the issues of a project that changed since a time; `queryFrom` returns the query for issues from a time on,
   * oldest first.
   */
  listChanged(project: string, since: Date, queryFrom: (time: string) => Record<string, string>) {
    const { path, schema, read } = this.#api
    return readChanged({
      client: this.#client,
      since,
      schema,
      first: (from) => ({ path: path(project), query: queryFrom(from) }),
      toChange: (issue) => ({
        key: this.#getKey(read(issue), project),
        updatedAt: read(issue).updatedAt,
      }),
    })
  }

  toIssue(remote: z.output<Schema>, project: string): Issue {
    const { number, url, isOpen, text: _, ...same } = this.#api.read(remote)
    return {
      ...same,
      key: this.#getKey({ number, url }, project),
      url: this.#keys.toOwnUrl(url),
      statusName: isOpen ? 'open' : 'closed',
      status: this.#getStatus(isOpen),
    }
  }

  get #project(): string {
    return this.#options.project ?? ''
  }

  #getStatus(isOpen: boolean): IssueStatus {
    return findMappedStatus(this.#options.statuses, isOpen ? 'open' : 'closed') ?? (isOpen ? 'open' : 'done')
  }

  #getPath(key: string): string {
    return `${this.#api.path(this.#keys.getProject(key))}/${this.#keys.getNumber(key)}`
  }

  #getKey({ number, url }: Pick<RepositoryIssue, 'number' | 'url'>, project: string): string {
    return this.#keys.parse(url, null) ?? `${project}#${number}`
  }
}

type ChangedIssue = ChangedIssues['issues'][number]

type ChangedRead<Schema extends z.ZodType> = {
  readonly client: TrackerClient
  readonly since: Date
  readonly schema: Schema
  /** The request for the first page of the issues updated since a time, oldest update first. */
  readonly first: (since: string) => { path: string; query: Record<string, string> }
  readonly toChange: (issue: z.output<Schema>) => ChangedIssue
}

/**
 * Reads changed issues by the time of their update instead of by page number: an issue that is written meanwhile moves
 * to the end and would shift the others between pages. Page numbers are used only among issues of the same time.
 */
async function readChanged<Schema extends z.ZodType>(reading: ChangedRead<Schema>): Promise<ChangedIssues> {
  const { client, since, schema, first, toChange } = reading
  const Page = z.array(schema)
  const changed = new Map<string, ChangedIssue>()
  let from = since.toISOString()
  let page = await client.call(Page, first(from))
  const until = page.at
  for (;;) {
    const changes = page.result.map(toChange)
    for (const change of changes) changed.set(change.key, change)
    if (page.next === null) return { issues: [...changed.values()], until }
    const last = changes.at(-1)?.updatedAt
    if (last !== undefined && Date.parse(last) > Date.parse(from)) {
      from = last
      page = await client.call(Page, first(from))
    } else {
      page = await client.follow(Page, page.next)
    }
  }
}
