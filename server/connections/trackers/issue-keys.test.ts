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
