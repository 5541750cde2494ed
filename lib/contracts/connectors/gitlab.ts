import type { ConnectorContract } from './connector-contract.ts'

export const gitlab = {
  label: 'GitLab',
  purpose: 'Improvement actions are issues, and deployments report when a change went live.',
  options: 'repository',
  api: {
    url: 'https://gitlab.com',
    isSuggested: true,
    signIn: {
      secret: { label: 'Token', hint: 'For issues only; events need none. It is never shown again.' },
    },
  },
  events: { header: 'X-Gitlab-Token', uses: ['production', 'services'] },
  keyExample: 'group/name#12',
} as const satisfies ConnectorContract
