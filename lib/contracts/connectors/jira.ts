import type { ConnectorContract } from './connector-contract.ts'

export const jira = {
  label: 'Jira',
  purpose: 'Improvement actions are issues in Jira, with one status on both sides.',
  options: 'jira',
  api: {
    url: 'https://example.atlassian.net',
    signIn: {
      methods: { basic: 'E-mail address and API token', token: 'Bearer token' },
      user: 'E-mail address',
      secret: { label: 'Token', hint: 'It is never shown again.' },
    },
  },
  events: { header: 'X-Hub-Signature', uses: [] },
  keyExample: 'OPS-12',
} as const satisfies ConnectorContract
