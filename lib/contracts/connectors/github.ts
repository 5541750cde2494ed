import type { ConnectorContract } from './connector-contract.ts'

export const github = {
  label: 'GitHub',
  purpose: 'Improvement actions are issues, and deployments report when a change went live.',
  options: 'repository',
  api: {
    url: 'https://github.com',
    isSuggested: true,
    signIn: {
      secret: { label: 'Token', hint: 'For issues only; events need none. It is never shown again.' },
    },
  },
  events: { header: 'X-Hub-Signature-256', uses: ['production', 'services'] },
  keyExample: 'owner/name#12',
} as const satisfies ConnectorContract
