import type { IssueLink } from '#lib/contracts/app/issue-links.ts'

export const trackerNames: Readonly<Record<IssueLink['kind'], string>> = {
  jira: 'Jira',
  github: 'GitHub',
  gitlab: 'GitLab',
}

/** How the key of an issue looks. */
export const keyExamples: Readonly<Record<IssueLink['kind'], string>> = {
  jira: 'OPS-12',
  github: 'owner/name#12',
  gitlab: 'group/name#12',
}
