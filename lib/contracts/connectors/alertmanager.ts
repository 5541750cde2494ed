import type { ConnectorContract } from './connector-contract.ts'

export const alertmanager = {
  label: 'Alertmanager',
  purpose: 'Each group of alerts becomes one incident.',
  options: 'sender',
  events: {
    secretHint: 'Alertmanager sends it as a bearer token or password.',
    uses: ['production', 'services'],
  },
} as const satisfies ConnectorContract
