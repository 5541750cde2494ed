import type { ServiceNowTable } from '#lib/contracts/connection-values.ts'

/** Plural name for the rows of each table, and the kind of records that they become; null for none. */
export const tableLabels = {
  change_request: { label: 'Changes', importKind: 'changes' },
  incident: { label: 'Incidents', importKind: 'incidents' },
  change_task: { label: 'Change tasks', importKind: null },
  problem: { label: 'Problems', importKind: null },
  sys_user: { label: 'People', importKind: 'users' },
  cmdb_ci_service: { label: 'Services', importKind: 'products' },
  kb_knowledge: { label: 'Knowledge articles', importKind: 'articles' },
} as const satisfies Readonly<Record<ServiceNowTable, object>>
