import type { ConnectorContract } from './connector-contract.ts'

export const pagerduty = {
  label: 'PagerDuty',
  purpose: 'Imports its incidents.',
  options: 'sender',
  events: {
    header: 'X-PagerDuty-Signature',
    secretHint: 'PagerDuty shows it when you add the webhook. Without it, events are refused.',
    uses: ['services'],
  },
} as const satisfies ConnectorContract
