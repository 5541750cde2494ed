import {
  type FakeIssue,
  FakeIssues,
  type FakeOptions,
  type FakeRequest,
  type FakeResponse,
  type FakeTracker,
} from '#server/connections/trackers/testing-fake-tracker.ts'

const categories: Readonly<Record<string, string>> = { 'To Do': 'new', 'In Progress': 'indeterminate', Done: 'done' }
/** The workflow has no transition from To Do to Done. */
const workflow: Readonly<Record<string, readonly string[]>> = {
  'To Do': ['In Progress'],
  'In Progress': ['To Do', 'Done'],
  Done: ['In Progress', 'To Do'],
}
const transitionIds: Readonly<Record<string, string>> = { 'To Do': '11', 'In Progress': '21', Done: '31' }
const toJiraStatus = (name: string) => ({ name, statusCategory: { key: categories[name] } })

/** Jira writes the offset without a colon. */
const formatTime = (ms: number) => new Date(ms).toISOString().replace('Z', '+0000')

type FakeJiraOptions = FakeOptions & {
  /** Fields that are missing from the screens of the project. */
  readonly hiddenFields?: readonly string[]
}

/** Jira Cloud with one project: a search by page tokens with short pages, transitions, ADF and entity properties. */
export function fakeJira({ now, pageSize = 50, hiddenFields = [], people = {} }: FakeJiraOptions = {}): FakeTracker {
  const project = 'OPS'
  const store = new FakeIssues(now)
  const getKey = (number: number) => `${project}-${number}`
  const missing = { status: 404, body: { errorMessages: ['Issue does not exist or you do not have permission.'] } }

  function toValues(fields: Readonly<Record<string, unknown>>): Partial<FakeIssue> | FakeResponse {
    const faulty = hiddenFields.filter((field) => field in fields)
    if (faulty.length > 0) {
      const issue = 'cannot be set. It is not on the appropriate screen, or unknown.'
      return { status: 400, body: { errorMessages: [], errors: Object.fromEntries(faulty.map((f) => [f, issue])) } }
    }
    const { summary, description, duedate, assignee } = fields
    if (typeof summary === 'string' && (summary.includes('\n') || summary === '')) {
      return { status: 400, body: { errorMessages: [], errors: { summary: 'must be one line' } } }
    }
    if (description !== undefined && (description as { type?: string }).type !== 'doc') {
      return { status: 400, body: { errorMessages: [], errors: { description: 'must be a document' } } }
    }
    return {
      ...(summary === undefined ? {} : { title: String(summary) }),
      ...(description === undefined ? {} : { text: description }),
      ...(duedate === undefined ? {} : { dueOn: duedate as string | null }),
      ...(assignee === undefined ? {} : { assignee: (assignee as { accountId: string }).accountId }),
    }
  }

  const toAuthor = (displayName: string | null) => {
    const email = Object.keys(people).find((address) => people[address] === displayName)
    return { accountId: '5b10ac8d82e05b22cc7d4ef5', displayName, ...(email ? { emailAddress: email } : {}) }
  }
  const toJson = (issue: FakeIssue) => ({
    id: String(10_000 + issue.number),
    key: getKey(issue.number),
    fields: {
      summary: issue.title,
      status: toJiraStatus(issue.status),
      duedate: issue.dueOn,
      updated: formatTime(issue.updatedAt),
    },
    changelog: {
      histories: [
        { author: toAuthor(issue.editor), created: formatTime(issue.updatedAt), items: [{ field: 'status' }] },
        { author: toAuthor('Nobody'), created: formatTime(issue.createdAt), items: [{ field: 'status' }] },
      ].filter(({ author }) => author.displayName !== null),
    },
  })

  function search({ url }: FakeRequest): FakeResponse {
    const jql = url.searchParams.get('jql') ?? ''
    const since = /(updated|created) >= (\d+)/.exec(jql)
    if (!url.searchParams.has('fields') || !jql.startsWith(`project = "${project}"`)) {
      return { status: 400, body: { errorMessages: [`Error in the JQL query: ${jql}`] } }
    }
    const from = Number(since?.[2] ?? 0)
    const time = (issue: FakeIssue) => (since?.[1] === 'created' ? issue.createdAt : issue.updatedAt)
    const found = store.issues.filter((issue) => time(issue) >= from).toSorted((a, b) => time(a) - time(b))
    // One page of three is empty and others are short, as Jira removes rows that the account may not see from a page.
    const step = Number(url.searchParams.get('nextPageToken')?.slice('token-'.length) ?? 0)
    const isEmpty = step % 3 === 1
    const start = Math.ceil((step * 2) / 3) * pageSize
    const end = isEmpty ? start : start + pageSize
    const isLast = end >= found.length
    return {
      status: 200,
      body: {
        issues: found.slice(start, end).map((issue) => ({
          key: getKey(issue.number),
          fields: { updated: toJson(issue).fields.updated },
          ...(url.searchParams.has('properties') ? { properties: issue.properties } : {}),
        })),
        isLast,
        ...(isLast ? {} : { nextPageToken: `token-${step + 1}` }),
      },
    }
  }

  function respond(request: FakeRequest): FakeResponse {
    const { method, url, body } = request
    const path = url.pathname.replace('/rest/api/3', '')
    if (path === '/myself') return { status: 200, body: { accountId: 'acc-1', displayName: 'Hindsight' } }
    if (path === `/project/${project}`) return { status: 200, body: { key: project, name: 'Operations' } }
    if (path === `/project/${project}/statuses`) {
      return { status: 200, body: [{ name: 'Task', statuses: Object.keys(categories).map(toJiraStatus) }] }
    }
    if (path === '/mypermissions') {
      const names = (url.searchParams.get('permissions') ?? '').split(',')
      return { status: 200, body: { permissions: Object.fromEntries(names.map((n) => [n, { havePermission: true }])) } }
    }
    if (path === '/user/assignable/search') {
      const accountId = people[url.searchParams.get('query') ?? '']
      return { status: 200, body: accountId === undefined ? [] : [{ accountId }] }
    }
    if (path === '/search/jql') return search(request)
    if (path === '/search') return { status: 410, body: { errorMessages: ['The requested API has been removed.'] } }
    if (path === '/issue' && method === 'POST') {
      const values = toValues(body.fields as Record<string, unknown>)
      if ('body' in values) return values as FakeResponse
      const properties = (body.properties ?? []) as { key: string; value: unknown }[]
      const named = Object.fromEntries(properties.map(({ key, value }) => [key, value]))
      const issue = store.add({ ...(values as Partial<FakeIssue>), status: 'To Do', properties: named })
      return { status: 201, body: { id: String(10_000 + issue.number), key: getKey(issue.number) } }
    }
    const [, number, rest] = /^\/issue\/OPS-(\d+)(\/transitions)?$/.exec(path) ?? []
    const issue = store.find(Number(number))
    if (!issue) return missing
    if (rest) return method === 'GET' ? listTransitions(issue) : transition(issue, body)
    if (method === 'GET') return { status: 200, body: toJson(issue) }
    const values = toValues((body.fields ?? {}) as Record<string, unknown>)
    if ('body' in values) return values as FakeResponse
    store.edit(issue, values as Partial<FakeIssue>)
    return { status: 204 }
  }

  const listTransitions = ({ status }: FakeIssue): FakeResponse => ({
    status: 200,
    body: {
      transitions: (workflow[status] ?? []).map((name) => ({ id: transitionIds[name], name, to: toJiraStatus(name) })),
    },
  })

  function transition(issue: FakeIssue, body: FakeRequest['body']): FakeResponse {
    const { id } = (body.transition ?? {}) as { id?: string }
    const to = (workflow[issue.status] ?? []).find((name) => transitionIds[name] === id)
    if (!to) return { status: 400, body: { errorMessages: ['The transition is not possible from this status.'] } }
    store.edit(issue, { status: to })
    return { status: 204 }
  }

  return {
    kind: 'jira',
    origin: 'https://jira.example',
    signInHeader: 'authorization',
    options: { sign_in: { method: 'basic', user: 'bot@example.org' } },
    project,
    store,
    statuses: ['To Do', 'In Progress', 'Done'],
    openName: 'To Do',
    hasDueDates: true,
    getKey,
    otherKey: 'EVIL-100',
    respond,
  }
}
