import { expect, it } from 'vitest'
import { apiBase, issuePage, numberOf, parseIssueKey, projectOf } from './issue-keys.ts'

const jira = { kind: 'jira', url: 'https://acme.atlassian.net', project: 'OPS' } as const
const github = { kind: 'github', url: 'https://github.com', project: 'acme/api' } as const
const gitlab = { kind: 'gitlab', url: 'https://git.acme.example/gitlab', project: null } as const

it.each([
  [jira, 'OPS-12', 'OPS-12'],
  [jira, ' ops-12 ', 'OPS-12'],
  [jira, '12', 'OPS-12'],
  [jira, 'https://acme.atlassian.net/browse/WEB-3', 'WEB-3'],
  [jira, 'https://acme.atlassian.net/jira/software/projects/OPS/boards/1?selectedIssue=OPS-9', 'OPS-9'],
  [jira, 'https://other.atlassian.net/browse/WEB-3', null],
  [jira, 'OPS-12" OR project = "HR', null],
  [github, 'acme/api#7', 'acme/api#7'],
  [github, '#7', 'acme/api#7'],
  [github, 'https://github.com/acme/web/issues/9', 'acme/web#9'],
  [github, 'https://github.com/acme/web/pull/9', null],
  [github, 'acme/../secrets#7', null],
  [gitlab, 'group/sub/name#4', 'group/sub/name#4'],
  [gitlab, 'https://git.acme.example/gitlab/group/name/-/issues/4', 'group/name#4'],
  [gitlab, 'https://git.acme.example/gitlab/group/name/-/work_items/4', 'group/name#4'],
  [gitlab, '4', null],
] as const)('reads the key of an issue in %o from %s', (place, text, key) => {
  expect(parseIssueKey(place, text)).toBe(key)
})

it('knows project, number, page and API', () => {
  expect([projectOf('jira', 'OPS-12'), numberOf('OPS-12')]).toEqual(['OPS', '12'])
  expect([projectOf('gitlab', 'a-b/c-1#12'), numberOf('a-b/c-1#12')]).toEqual(['a-b/c-1', '12'])
  expect(issuePage('jira', jira.url, 'OPS-12')).toBe('https://acme.atlassian.net/browse/OPS-12')
  expect(issuePage('github', 'https://api.github.com', 'acme/api#7')).toBe('https://github.com/acme/api/issues/7')
  expect(issuePage('gitlab', gitlab.url, 'a/b#7')).toBe('https://git.acme.example/gitlab/a/b/-/issues/7')
  expect(apiBase('github', 'https://github.com')).toBe('https://api.github.com')
  expect(apiBase('github', 'https://ghe.acme.example')).toBe('https://ghe.acme.example/api/v3')
  expect(apiBase('gitlab', gitlab.url)).toBe('https://git.acme.example/gitlab/api/v4')
})
