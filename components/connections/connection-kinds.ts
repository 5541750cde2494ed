import type { ConnectionKind } from '#lib/contracts/connection-values.ts'

type KindInWords = { readonly label: string; readonly purpose: string }

/** What each kind of connection is called, and what it is for. */
export const kindsInWords: Readonly<Record<ConnectionKind, KindInWords>> = {
  servicenow: {
    label: 'ServiceNow',
    purpose: 'Imports changes, incidents and people; writes completed reviews back.',
  },
  jira: { label: 'Jira', purpose: 'Improvement actions are issues in Jira, with one status on both sides.' },
  github: {
    label: 'GitHub',
    purpose: 'Improvement actions are issues, and deployments report when a change went live.',
  },
  gitlab: {
    label: 'GitLab',
    purpose: 'Improvement actions are issues, and deployments report when a change went live.',
  },
  argocd: { label: 'Argo CD', purpose: 'Reports when a change went live.' },
  pagerduty: { label: 'PagerDuty', purpose: 'Imports its incidents.' },
  alertmanager: { label: 'Alertmanager', purpose: 'Each group of alerts becomes one incident.' },
  cloudevents: {
    label: 'CloudEvents',
    purpose: 'Deployments and incidents of any system that sends CloudEvents or CDEvents.',
  },
  json: { label: 'Other (JSON)', purpose: 'Deployments of a system with JSON of its own.' },
}

export const tablesInWords = {
  change_request: { label: 'Changes', importKind: 'changes' },
  incident: { label: 'Incidents', importKind: 'incidents' },
  change_task: { label: 'Change tasks', importKind: null },
  problem: { label: 'Problems', importKind: null },
  sys_user: { label: 'People', importKind: 'users' },
  cmdb_ci_service: { label: 'Services', importKind: 'products' },
  kb_knowledge: { label: 'Knowledge articles', importKind: 'articles' },
} as const
