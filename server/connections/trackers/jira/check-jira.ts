import { z } from 'zod'
import type { JiraOptions } from '#lib/contracts/connection-options.ts'
import type { CheckStep } from '#lib/contracts/connection-values.ts'
import type { StepResult } from '#server/connections/connector.ts'
import { checkTracker, describeStatusMapping } from '#server/connections/trackers/check-steps.ts'
import { findMappedStatus } from '#server/connections/trackers/tracker.ts'
import type { TrackerClient } from '#server/connections/trackers/tracker-client.ts'
import { IssuePage, JiraStatus, quoteJql, toIssueStatus } from './jira-issues.ts'

const Myself = z.object({ displayName: z.string().optional(), accountId: z.string().optional() })
const Permissions = z.object({ permissions: z.record(z.string(), z.object({ havePermission: z.boolean() })) })
const IssueTypes = z.array(z.object({ name: z.string(), statuses: z.array(JiraStatus) }))

const needed: Readonly<Record<string, string>> = {
  BROWSE_PROJECTS: 'Browse Projects',
  CREATE_ISSUES: 'Create Issues',
  EDIT_ISSUES: 'Edit Issues',
  TRANSITION_ISSUES: 'Transition Issues',
  ASSIGN_ISSUES: 'Assign Issues',
}
const rights = Object.keys(needed)

async function readName(client: TrackerClient): Promise<string> {
  const { displayName, accountId } = (await client.call(Myself, { path: '/myself' })).result
  return displayName ?? accountId ?? 'an unnamed account'
}

export const checkJira = (client: TrackerClient, options: JiraOptions): Promise<CheckStep[]> =>
  checkTracker({
    signIn: {
      advice: 'Check the URL, the e-mail address and the API token of the connection.',
      readName: () => readName(client),
    },
    project: options.project,
    noun: 'project',
    listSteps: (project) => [
      {
        name: 'Project',
        advice: `Check the key of the project, and give the account the permission Browse Projects.`,
        run: async () => {
          const path = `/project/${encodeURIComponent(project)}`
          const { result } = await client.call(z.object({ name: z.string() }), { path })
          return `The project ${project} is “${result.name}”.`
        },
      },
      {
        name: 'Permissions',
        advice: 'Ask an admin of Jira to check the permission scheme of the project.',
        run: async () => {
          const query = { projectKey: project, permissions: rights.join(',') }
          const { result } = await client.call(Permissions, { path: '/mypermissions', query })
          const missing = rights.filter((right) => !result.permissions[right]?.havePermission)
          if (missing.length === 0) return 'The account may create, edit, assign and move issues.'
          return {
            status: missing.join() === 'ASSIGN_ISSUES' ? 'warning' : 'failed',
            message: `The account lacks: ${missing.map((right) => needed[right]).join(', ')}.`,
            advice: 'Add the account to a role that has them in the permission scheme of the project.',
          }
        },
      },
      {
        name: 'Search',
        advice: 'Hindsight needs the search of Jira Cloud by page tokens (/rest/api/3/search/jql).',
        run: async () => {
          const jql = `project = ${quoteJql(project)} ORDER BY updated DESC`
          const query = { jql, fields: 'updated', maxResults: '1' }
          await client.call(IssuePage, { path: '/search/jql', query })
          return 'Issues can be searched.'
        },
      },
      {
        name: 'Statuses',
        advice: 'Check the workflow of the project.',
        run: async () => {
          const path = `/project/${encodeURIComponent(project)}/statuses`
          const { result } = await client.call(IssueTypes, { path })
          const type = result.find(({ name }) => name.toLowerCase() === options.issue_type.toLowerCase())
          if (type) return checkStatusMapping(options, type.statuses)
          return {
            status: 'failed',
            message: `The project has no issue type “${options.issue_type}”.`,
            advice: `Choose one of ${result.map(({ name }) => name).join(', ')}.`,
          }
        },
      },
    ],
  })

function checkStatusMapping(options: JiraOptions, statuses: readonly z.infer<typeof JiraStatus>[]): StepResult {
  const message = `${describeStatusMapping(statuses.map((status) => [status.name, toIssueStatus(options, status)]))}.`
  const unknown = Object.keys(options.statuses).filter(
    (name) => !statuses.some((status) => findMappedStatus({ [name]: 'open' }, status.name)),
  )
  if (unknown.length > 0) {
    return {
      status: 'warning',
      message: `${message} The map names statuses that the workflow does not have: ${unknown.join(', ')}.`,
      advice: 'Correct their names or remove them.',
    }
  }
  if (!statuses.some((status) => toIssueStatus(options, status) === 'done')) {
    const advice = 'Map the status in which work is complete to done.'
    return { status: 'failed', message: `${message} No status means done.`, advice }
  }
  const unmapped = statuses.filter(({ name }) => findMappedStatus(options.statuses, name) === undefined)
  if (unmapped.length === 0) return message
  return `${message} By their category: ${unmapped.map(({ name }) => name).join(', ')}.`
}
