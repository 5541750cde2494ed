import { z } from 'zod'
import type { RepositoryOptions } from '#lib/contracts/connection-options.ts'
import type { CheckStep } from '#lib/contracts/connection-values.ts'
import { buildMissingProjectResult, checkStatuses, runSteps } from '#server/connections/trackers/check-steps.ts'
import type { IssueStatus } from '#server/connections/trackers/merge-status.ts'
import type { TrackerClient } from '#server/connections/trackers/tracker-client.ts'

const Access = z.object({ access_level: z.int() }).nullish()
const Project = z.object({
  path_with_namespace: z.string(),
  issues_enabled: z.boolean().optional(),
  archived: z.boolean().optional(),
  permissions: z.object({ project_access: Access, group_access: Access }).optional(),
})
/** The lowest role that may edit and close the issues of others. */
const reporter = 20

export function checkGitLab(
  client: TrackerClient,
  { project }: RepositoryOptions,
  [open = 'open', closed = 'done']: readonly IssueStatus[],
): Promise<CheckStep[]> {
  const signIn = {
    name: 'Sign-in',
    advice: 'Check the URL and the token of the connection; the token needs the scope api.',
    run: async () => {
      const { result } = await client.call(z.object({ username: z.string() }), { path: '/user' })
      return `Signed in as ${result.username}.`
    },
  }
  if (project === null) {
    return runSteps([signIn, { name: 'Project', advice: '', run: async () => buildMissingProjectResult('project') }])
  }
  const read = async () => (await client.call(Project, { path: `/projects/${encodeURIComponent(project)}` })).result
  return runSteps([
    signIn,
    {
      name: 'Project',
      advice: `Check the path of the project, such as group/name, and that the account is a member of it.`,
      run: async () => {
        const { path_with_namespace: path, issues_enabled: hasIssues, archived } = await read()
        if (hasIssues === false) {
          const message = `${path} has issues switched off.`
          return { status: 'failed', message, advice: 'Switch them on under Settings, General, Visibility.' }
        }
        if (archived) return { status: 'failed', message: `${path} is archived.`, advice: 'Choose another project.' }
        return `${path} has issues.`
      },
    },
    {
      name: 'Permissions',
      advice: 'Make the account a member of the project with the role Reporter.',
      run: async () => {
        const { permissions } = await read()
        const { project_access: projectAccess, group_access: groupAccess } = permissions ?? {}
        const level = Math.max(projectAccess?.access_level ?? 0, groupAccess?.access_level ?? 0)
        if (level >= reporter) return 'The account may create, edit and close issues.'
        return {
          status: 'failed',
          message: 'The account may not edit and close the issues of others.',
          advice: 'Make the account a member of the project with the role Reporter, and give the token the scope api.',
        }
      },
    },
    { name: 'Statuses', advice: '', run: async () => checkStatuses(open, closed) },
  ])
}
