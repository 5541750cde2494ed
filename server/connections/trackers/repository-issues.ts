import { z } from 'zod'
import type { RepositoryOptions } from '#lib/contracts/connection-options.ts'
import type { CheckStep } from '#lib/contracts/connection-values.ts'
import { buildMarker, replaceFooter, replaceOurPart, toIssueTitle } from './issue-keys.ts'
import type { IssueStatus } from './merge-status.ts'
import {
  findMappedStatus,
  type Issue,
  type OpenedTracker,
  type TrackedAction,
  type TrackerParts,
  trackedFields,
  type WrittenField,
} from './tracker.ts'

/** The fields of a repository's issue, for any service. */
type RepositoryIssue = Pick<Issue, 'title' | 'dueOn' | 'closedBy' | 'updatedAt'> & {
  readonly number: number
  readonly url: string
  readonly isOpen: boolean
  readonly text: string | null | undefined
  /** True for what the service lists among its issues although it is none. */
  readonly isOther?: boolean
}

type QueryParameters = Readonly<Record<string, string>>

/** What differs between the services. */
type RepositoryApi<Schema extends z.ZodType> = Pick<OpenedTracker, 'findPerson'> & {
  readonly schema: Schema
  /** The path of the issues of a project. */
  readonly path: (project: string) => string
  readonly read: (issue: z.output<Schema>) => RepositoryIssue
  readonly updateMethod: 'PATCH' | 'PUT'
  readonly textField: string
  /** The field of the due date; without one, the footer states it. */
  readonly dueField?: string
  readonly footer: (action: TrackedAction) => readonly string[]
  /** Returns the values that assign an issue to a person; empty if they cannot be assigned. */
  readonly assign: (email: string, project: string) => Promise<object>
  /** Returns the values that close or reopen an issue. */
  readonly move: (isClosed: boolean, action: TrackedAction) => object
  /** The queries for issues created or changed since a time, oldest first. */
  readonly createdSince: (time: string) => QueryParameters
  readonly changedSince: (time: string) => QueryParameters
  readonly check: (statuses: readonly IssueStatus[]) => Promise<CheckStep[]>
}

/** Opens the tracker of a repository service, whose issues are open or closed. */
export function openRepository<Schema extends z.ZodType>(
  { client, keys, options }: TrackerParts<RepositoryOptions>,
  api: RepositoryApi<Schema>,
): OpenedTracker {
  const { schema, read } = api
  const Page = z.array(schema)
  const ownProject = options.project ?? ''
  const getStatus = (isOpen: boolean): IssueStatus =>
    findMappedStatus(options.statuses, isOpen ? 'open' : 'closed') ?? (isOpen ? 'open' : 'done')
  const statuses = [getStatus(true), getStatus(false)] as const
  const getPath = (key: string) => `${api.path(keys.getProject(key))}/${keys.getNumber(key)}`
  const getKey = ({ number, url }: Pick<RepositoryIssue, 'number' | 'url'>, project: string) =>
    keys.parse(url, null) ?? `${project}#${number}`

  function toIssue(remote: z.output<Schema>, project: string): Issue {
    const { number, url, isOpen, text: _, isOther: __, ...same } = read(remote)
    return {
      ...same,
      key: getKey({ number, url }, project),
      url: keys.toOwnUrl(url),
      statusName: isOpen ? 'open' : 'closed',
      status: getStatus(isOpen),
    }
  }

  /** Composes the values of fields for a request; `readText` returns the present text of the issue. */
  async function composeValues(
    action: TrackedAction,
    project: string,
    fields: readonly WrittenField[],
    readText: () => Promise<string>,
  ) {
    const isOfText = fields.includes('description')
    const values: Record<string, unknown> = fields.includes('title') ? { title: toIssueTitle(action) } : {}
    if (isOfText || (api.dueField === undefined && fields.includes('target_date'))) {
      const text = await readText()
      const written = (isOfText ? replaceOurPart : replaceFooter)(text, action, api.footer(action))
      if (written !== text) values[api.textField] = written
    }
    if (api.dueField !== undefined && fields.includes('target_date')) values[api.dueField] = action.target_date
    return { ...values, ...(fields.includes('owner') && (await api.assign(action.owner, project))) }
  }

  return {
    statuses,
    findPerson: api.findPerson,
    check: () => api.check(statuses),
    async find(key) {
      const issue = await client.find(schema, { path: getPath(key) })
      return issue && !read(issue).isOther ? toIssue(issue, keys.getProject(key)) : null
    },
    async create(action) {
      const body = await composeValues(action, ownProject, trackedFields, async () => '')
      const { result } = await client.call(schema, { method: 'POST', path: api.path(ownProject), body })
      return toIssue(result, ownProject)
    },
    /** Finds the first issue with the marker of the action. */
    async findCreated(actionId, since) {
      const query = api.createdSince(since.toISOString())
      let page = await client.call(Page, { path: api.path(ownProject), query })
      for (;;) {
        const marked = page.result.find((issue) => read(issue).text?.includes(buildMarker(actionId)))
        if (marked !== undefined) return toIssue(marked, ownProject)
        if (page.next === null) return null
        page = await client.follow(Page, page.next)
      }
    },
    async update(issue, action, { fields, status }) {
      const path = getPath(issue.key)
      const project = keys.getProject(issue.key)
      const readText = async () => {
        const current = await client.find(schema, { path })
        return (current && read(current).text) ?? ''
      }
      const body = {
        ...(await composeValues(action, project, fields, readText)),
        ...(status !== null && api.move(status === statuses[1], action)),
      }
      if (Object.keys(body).length === 0) return issue
      const { result } = await client.call(schema, { method: api.updateMethod, path, body })
      return toIssue(result, project)
    },
    /**
     * Reads by the time of the updates instead of by page number: an issue that is written meanwhile moves to the end and
     * would shift the others between pages. Page numbers are used only among issues of the same time.
     */
    async changedSince(project, since) {
      const readFrom = (time: string) => client.call(Page, { path: api.path(project), query: api.changedSince(time) })
      const changed = new Map<string, Pick<Issue, 'key' | 'updatedAt'>>()
      let from = since.toISOString()
      let page = await readFrom(from)
      const until = page.at
      for (;;) {
        const issues = page.result.map(read)
        for (const issue of issues) {
          const key = getKey(issue, project)
          changed.set(key, { key, updatedAt: issue.updatedAt })
        }
        if (page.next === null) return { issues: [...changed.values()], until }
        const last = issues.at(-1)?.updatedAt
        if (last !== undefined && Date.parse(last) > Date.parse(from)) {
          from = last
          page = await readFrom(from)
        } else page = await client.follow(Page, page.next)
      }
    },
  }
}
