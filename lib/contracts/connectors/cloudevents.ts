import type { ConnectorContract } from './connector-contract.ts'

export const cloudevents = {
  label: 'CloudEvents',
  purpose: 'Deployments and incidents of any system that sends CloudEvents or CDEvents.',
  options: 'sender',
  events: {
    secretHint: 'Sent as a bearer token, or used for Standard Webhooks.',
    uses: ['production', 'services', 'fields'],
  },
  formats: ['CloudEvents', 'CDEvents'],
} as const satisfies ConnectorContract
