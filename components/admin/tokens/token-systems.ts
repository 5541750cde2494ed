import type { ApiToken } from '#lib/contracts/app/api-tokens.ts'
import type { TokenRole, TokenScope, TokenSystem } from '#lib/contracts/endpoint.ts'

/** Records that a token of each system reaches, with the path of an example request. */
export const tokenSystemLabels: Readonly<Record<TokenSystem, { reach: string; example: string }>> = {
  resources: { reach: 'Users and products', example: '/api/v1/users?limit=2' },
  itsm: { reach: 'Changes, incidents and improvements', example: '/api/itsm/v1/changes?limit=2' },
  docs: { reach: 'Articles', example: '/api/docs/v1/articles?limit=2' },
  app: { reach: 'Reviews, policy, insights and history', example: '/api/app/v1/queue?limit=2' },
  metrics: { reach: 'Metrics of the service, for Prometheus', example: '/api/metrics' },
  mcp: { reach: 'Assistants (Model Context Protocol)', example: '/mcp' },
}

export const tokenScopeLabels: Readonly<Record<TokenScope, string>> = {
  read: 'Read only',
  write: 'Read and write',
  propose: 'Read and propose',
}

export const tokenRoleLabels: Readonly<Record<TokenRole, string>> = {
  viewer: 'Viewer',
  auditor: 'Auditor',
  reviewer: 'Reviewer',
  manager: 'Manager',
}

/** Describes the rights of a token: its role or its scope. */
export const describeTokenAccess = ({ role, scope }: ApiToken): string =>
  role === null ? tokenScopeLabels[scope] : `As ${role}`
