import { expect, test } from 'vitest'
import { getTracker, trackerKinds } from '#server/connections/all-kinds.ts'
import { createIssueKeys } from './issue-keys.ts'
import { createFake } from './testing-fakes.ts'

const createKeys = (kind: string, url: string) => createIssueKeys(getTracker(kind).keyFormat, url)

const jira = { keys: createKeys('jira', 'https://acme.atlassian.net'), project: 'OPS' }
const github = { keys: createKeys('github', 'https://github.com'), project: 'acme/api' }
const gitlab = { keys: createKeys('gitlab', 'https://git.acme.example/gitlab'), project: null }

test.each([
  ['Jira', jira, 'OPS-12', 'OPS-12'],
  ['Jira', jira, ' ops-12 ', 'OPS-12'],
  ['Jira', jira, '12', 'OPS-12'],
  ['Jira', jira, 'https://acme.atlassian.net/browse/WEB-3', 'WEB-3'],
  ['Jira', jira, 'https://acme.atlassian.net/jira/software/projects/OPS/boards/1?selectedIssue=OPS-9', 'OPS-9'],
  ['Jira', jira, 'https://other.atlassian.net/browse/WEB-3', null],
  ['Jira', jira, 'OPS-12" OR project = "HR', null],
  ['GitHub', github, 'acme/api#7', 'acme/api#7'],
  ['GitHub', github, '#7', 'acme/api#7'],
  ['GitHub', github, 'https://github.com/acme/web/issues/9', 'acme/web#9'],
  ['GitHub', github, 'https://github.com/acme/web/pull/9', null],
  ['GitHub', github, 'https://github.com/acme/web/sub/issues/9', null],
  ['GitHub', github, 'https://', null],
  ['GitHub', github, 'acme/../secrets#7', null],
  ['GitLab', gitlab, 'group/sub/name#4', 'group/sub/name#4'],
  ['GitLab', gitlab, 'https://git.acme.example/gitlab/group/name/-/issues/4', 'group/name#4'],
  ['GitLab', gitlab, 'https://git.acme.example/gitlab/group/name/-/work_items/4', 'group/name#4'],
  ['GitLab', gitlab, 'https://git.acme.example/other/group/name/-/issues/4', null],
  ['GitLab', gitlab, '4', null],
])('reads the key of an issue in %s', (_, { keys, project }, text, key) => {
  expect(keys.parse(text, project)).toBe(key)
})

test.each(trackerKinds)('reads the key of an issue in %s by key, number and page', (kind) => {
  const { origin, project, otherKey, getKey } = createFake(kind)
  const keys = createKeys(kind, origin)
  const key = getKey(12)
  expect([key, '12', keys.getPageUrl(key)].map((text) => keys.parse(text, project))).toEqual([key, key, key])
  expect([key, otherKey].map((each) => keys.isInProjects(each, [project]))).toEqual([true, false])
  expect(keys.parse(getTracker(kind).keyExample, null)).toBe(getTracker(kind).keyExample)
})

test('knows project, number, page and API', () => {
  expect([jira.keys.getProject('OPS-12'), jira.keys.getNumber('OPS-12')]).toEqual(['OPS', '12'])
  expect([gitlab.keys.getProject('a-b/c-1#12'), gitlab.keys.getNumber('a-b/c-1#12')]).toEqual(['a-b/c-1', '12'])
  expect(jira.keys.getPageUrl('OPS-12')).toBe('https://acme.atlassian.net/browse/OPS-12')
  expect(createKeys('github', 'https://api.github.com').getPageUrl('acme/api#7')).toBe(
    'https://github.com/acme/api/issues/7',
  )
  expect(gitlab.keys.getPageUrl('a/b#7')).toBe('https://git.acme.example/gitlab/a/b/-/issues/7')
  expect(jira.keys.apiBase).toBe('https://acme.atlassian.net/rest/api/3')
  expect(github.keys.apiBase).toBe('https://api.github.com')
  expect(createKeys('github', 'https://ghe.acme.example').apiBase).toBe('https://ghe.acme.example/api/v3')
  expect(createKeys('github', 'https://ghe.acme.example/api/v3/').apiBase).toBe('https://ghe.acme.example/api/v3')
  expect(
    createIssueKeys({ ...getTracker('gitlab').keyFormat, apiPath: '' }, 'https://git.acme.example/git').apiBase,
  ).toBe('https://git.acme.example/git')
  expect(gitlab.keys.apiBase).toBe('https://git.acme.example/gitlab/api/v4')
})

test('a page whose address has no project is an issue of the project of the connection', () => {
  const readPageKey = (path: string) => path.replace(/^\/issues\/(\d+)$/, '$1')
  const keys = createIssueKeys({ ...getTracker('github').keyFormat, readPageKey }, 'https://issues.example')
  expect(keys.parse('https://issues.example/issues/12', 'acme/api')).toBe('acme/api#12')
  expect(keys.parse('https://issues.example/issues/12', null)).toBeNull()
})
