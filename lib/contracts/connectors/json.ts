import type { ConnectorContract } from './connector-contract.ts'

export const json = {
  label: 'Other (JSON)',
  purpose: 'Deployments of a system with JSON of its own.',
  options: 'sender',
  events: {
    secretHint: 'Sent as a bearer token, or used for Standard Webhooks.',
    uses: ['production', 'services', 'fields'],
  },
  formats: ['JSON of your own'],
} as const satisfies ConnectorContract
