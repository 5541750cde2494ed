import {
  type FakeIssue,
  FakeIssues,
  type FakeOptions,
  type FakeRequest,
  type FakeResponse,
  type FakeTracker,
  numberedPage,
} from '#server/connections/trackers/testing-fake-tracker.ts'

/** Times of GitHub are in whole seconds. */
const formatTime = (ms: number) => `${new Date(Math.floor(ms / 1000) * 1000).toISOString().slice(0, 19)}Z`

/** GitHub Enterprise with one repository; its list of issues also has pull requests. */
export function fakeGitHub(options: FakeOptions = {}): FakeTracker {
  const { now, pageSize = 100, people = {} } = options
  const origin = 'https://github.example'
  const project = 'acme/payments'
  const store = new FakeIssues(now)

  const toJson = (issue: FakeIssue) => ({
    number: issue.number,
    html_url: `${origin}/${project}/issues/${issue.number}`,
    title: issue.title,
    body: issue.text,
    state: issue.status,
    state_reason: issue.reason,
    assignees: issue.assignee === null ? [] : [{ login: issue.assignee }],
    closed_by: issue.status === 'closed' && issue.editor ? { login: issue.editor } : null,
    updated_at: formatTime(issue.updatedAt),
  })
  const pullRequest = {
    number: 100_000,
    html_url: `${origin}/${project}/pull/100000`,
    title: 'A pull request',
    body: null,
    state: 'open',
    updated_at: '2020-01-01T00:00:00Z',
    pull_request: {},
  }

  function toValues(body: FakeRequest['body']): Partial<FakeIssue> {
    const { title, body: text, state, state_reason: reason, assignees } = body
    return {
      ...(title === undefined ? {} : { title: String(title) }),
      ...(text === undefined ? {} : { text }),
      ...(state === undefined ? {} : { status: String(state), reason: (reason ?? null) as string | null }),
      ...(assignees === undefined ? {} : { assignee: (assignees as string[])[0] ?? null }),
    }
  }

  function respond({ method, url, body }: FakeRequest): FakeResponse {
    const path = url.pathname.replace('/api/v3', '')
    if (path === '/user') return { status: 200, body: { login: 'hindsight-bot' } }
    if (path === `/repos/${project}`) {
      return { status: 200, body: { full_name: project, has_issues: true, permissions: { push: true } } }
    }
    if (path === '/search/users') {
      const login = people[(url.searchParams.get('q') ?? '').split(' ')[0] ?? '']
      return { status: 200, body: { items: login === undefined ? [] : [{ login }] } }
    }
    if (path.startsWith('/users/')) {
      const login = path.slice('/users/'.length)
      const email = Object.keys(people).find((address) => people[address] === login)
      return { status: 200, body: { login, name: null, email: email ?? null } }
    }
    if (path.startsWith(`/repos/${project}/assignees/`)) return { status: 204 }
    if (path === `/repos/${project}/issues`) return method === 'POST' ? create(body) : list(url)
    const issue = store.find(Number(new RegExp(`^/repos/${project}/issues/(\\d+)$`).exec(path)?.[1]))
    if (!issue) return { status: 404, body: { message: 'Not Found' } }
    if (method === 'PATCH') store.edit(issue, toValues(body))
    return { status: 200, body: toJson(issue) }
  }

  const create = (body: FakeRequest['body']): FakeResponse => ({
    status: 201,
    body: toJson(store.add({ status: 'open', ...toValues(body) })),
  })

  function list(url: URL): FakeResponse {
    const since = Date.parse(url.searchParams.get('since') ?? '1970-01-01T00:00:00Z')
    const found = store.issues
      .toSorted((a, b) => a.updatedAt - b.updatedAt)
      .map(toJson)
      .filter(({ updated_at: at }) => Date.parse(at) >= Math.floor(since / 1000) * 1000)
    const { items, headers } = numberedPage([pullRequest, ...found], url, pageSize)
    return { status: 200, headers, body: items }
  }

  return {
    kind: 'github',
    origin,
    signInHeader: 'authorization',
    project,
    store,
    statuses: ['open', 'open', 'closed'],
    openName: 'open',
    hasDueDates: false,
    getKey: (number) => `${project}#${number}`,
    otherKey: 'attacker/private#100',
    respond,
  }
}
