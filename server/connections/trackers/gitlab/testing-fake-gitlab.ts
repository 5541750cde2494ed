import {
  type FakeIssue,
  FakeIssues,
  type FakeOptions,
  type FakeRequest,
  type FakeResponse,
  type FakeTracker,
  numberedPage,
} from '#server/connections/trackers/testing-fake-tracker.ts'

/** GitLab with one project in a group. */
export function fakeGitLab(options: FakeOptions = {}): FakeTracker {
  const { now, pageSize = 100, people = {} } = options
  const origin = 'https://gitlab.example'
  const project = 'acme/platform/payments'
  const store = new FakeIssues(now)
  const logins = Object.values(people)
  const getPersonNumber = (login: string) => logins.indexOf(login) + 1
  const base = `/projects/${encodeURIComponent(project)}`

  const toJson = (issue: FakeIssue) => ({
    iid: issue.number,
    web_url: `${origin}/${project}/-/issues/${issue.number}`,
    title: issue.title,
    description: issue.text,
    state: issue.status,
    due_date: issue.dueOn,
    closed_by:
      issue.status === 'closed' && issue.editor ? { id: getPersonNumber(issue.editor), name: issue.editor } : null,
    created_at: new Date(issue.createdAt).toISOString(),
    updated_at: new Date(issue.updatedAt).toISOString(),
  })

  function toValues(body: FakeRequest['body']): Partial<FakeIssue> {
    const { title, description, due_date: dueOn, state_event: event, assignee_ids: assignees } = body
    return {
      ...(title === undefined ? {} : { title: String(title) }),
      ...(description === undefined ? {} : { text: description }),
      ...(dueOn === undefined ? {} : { dueOn: dueOn as string | null }),
      ...(event === undefined ? {} : { status: event === 'close' ? 'closed' : 'opened' }),
      ...(assignees === undefined ? {} : { assignee: logins[Number((assignees as number[])[0]) - 1] ?? null }),
    }
  }

  function respond({ method, url, body }: FakeRequest): FakeResponse {
    const path = url.pathname.replace('/api/v4', '')
    if (path === '/user') return { status: 200, body: { username: 'hindsight' } }
    if (path === '/users') {
      const login = people[url.searchParams.get('search') ?? '']
      return { status: 200, body: login === undefined ? [] : [{ id: getPersonNumber(login) }] }
    }
    if (path.startsWith('/users/')) {
      const id = Number(path.slice('/users/'.length))
      return { status: 200, body: { id, public_email: Object.keys(people)[id - 1] ?? '' } }
    }
    if (path === base) {
      const permissions = { project_access: { access_level: 30 }, group_access: null }
      return { status: 200, body: { path_with_namespace: project, issues_enabled: true, permissions } }
    }
    if (path === `${base}/issues`) return method === 'POST' ? create(body) : list(url)
    const issue = store.find(Number(path.startsWith(`${base}/issues/`) ? path.slice(`${base}/issues/`.length) : 0))
    if (!issue) return { status: 404, body: { message: '404 Not found' } }
    if (method === 'PUT') store.edit(issue, toValues(body))
    return { status: 200, body: toJson(issue) }
  }

  const create = (body: FakeRequest['body']): FakeResponse => ({
    status: 201,
    body: toJson(store.add({ status: 'opened', ...toValues(body) })),
  })

  function list(url: URL): FakeResponse {
    const [field, text] = url.searchParams.has('created_after')
      ? (['createdAt', url.searchParams.get('created_after')] as const)
      : (['updatedAt', url.searchParams.get('updated_after')] as const)
    const since = Date.parse(text ?? '1970-01-01T00:00:00Z')
    const found = store.issues.filter((issue) => issue[field] >= since).toSorted((a, b) => a[field] - b[field])
    const { items, headers } = numberedPage(found.map(toJson), url, pageSize)
    return { status: 200, headers, body: items }
  }

  return {
    kind: 'gitlab',
    origin,
    signInHeader: 'authorization',
    project,
    store,
    statuses: ['opened', 'opened', 'closed'],
    openName: 'open',
    hasDueDates: true,
    getKey: (number) => `${project}#${number}`,
    otherKey: 'attacker/private#100',
    respond,
  }
}
