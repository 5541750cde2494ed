import { z } from 'zod'
import type { RepositoryOptions } from '#lib/contracts/connection-options.ts'
import type { CheckStep } from '#lib/contracts/connection-values.ts'
import { buildMissingProjectResult, checkStatuses, runSteps } from '#server/connections/trackers/check-steps.ts'
import type { IssueKeys } from '#server/connections/trackers/issue-keys.ts'
import type { IssueStatus } from '#server/connections/trackers/merge-status.ts'
import type { TrackerClient } from '#server/connections/trackers/tracker-client.ts'

const Repository = z.object({
  full_name: z.string(),
  has_issues: z.boolean().optional(),
  archived: z.boolean().optional(),
  permissions: z.object({ push: z.boolean().optional(), triage: z.boolean().optional() }).optional(),
})

export function checkGitHub(
  client: TrackerClient,
  { project }: RepositoryOptions,
  keys: IssueKeys,
  [open = 'open', closed = 'done']: readonly IssueStatus[],
): Promise<CheckStep[]> {
  const signIn = {
    name: 'Sign-in',
    advice: 'Check the URL and the token of the connection.',
    run: async () => {
      const { result } = await client.call(z.object({ login: z.string() }), { path: '/user' })
      return `Signed in as ${result.login}.`
    },
  }
  if (project === null) {
    return runSteps([
      signIn,
      { name: 'Repository', advice: '', run: async () => buildMissingProjectResult('repository') },
    ])
  }
  return runSteps([
    signIn,
    {
      name: 'Repository',
      advice: `Check the name, and that the token may read ${project}.`,
      run: async () => {
        if (!keys.isProject(project)) {
          return { status: 'failed', message: `${project} is no repository.`, advice: 'Write it as owner/name.' }
        }
        const { result } = await client.call(Repository, { path: `/repos/${project}` })
        if (result.has_issues === false) {
          const message = `${result.full_name} has issues switched off.`
          return { status: 'failed', message, advice: 'Switch them on under Settings, General, Features.' }
        }
        if (result.archived) {
          return { status: 'failed', message: `${result.full_name} is archived.`, advice: 'Choose another repository.' }
        }
        return `${result.full_name} has issues.`
      },
    },
    {
      name: 'Permissions',
      advice: 'Give the token the repository permission Issues: read and write.',
      run: async () => {
        await client.call(z.array(z.unknown()), { path: `/repos/${project}/issues`, query: { per_page: '1' } })
        const { permissions } = (await client.call(Repository, { path: `/repos/${project}` })).result
        if (permissions?.push || permissions?.triage) return 'The account may create, edit and close issues.'
        return {
          status: 'failed',
          message: 'The account may read issues, but not close those of others.',
          advice: 'Give the account the role Triage or Write, and the token Issues: read and write.',
        }
      },
    },
    { name: 'Statuses', advice: '', run: async () => checkStatuses(open, closed) },
  ])
}
