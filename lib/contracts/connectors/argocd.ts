import type { ConnectorContract } from './connector-contract.ts'

export const argocd = {
  label: 'Argo CD',
  purpose: 'Reports when a change went live.',
  options: 'sender',
  events: { secretHint: 'Argo CD sends it as a bearer token.', uses: ['production', 'services'] },
} as const satisfies ConnectorContract
