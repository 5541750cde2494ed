import type { ConnectionKind } from '#server/connections/connector.ts'

export const serviceNowKind: ConnectionKind = {
  label: 'ServiceNow',
  purpose: 'Imports changes, incidents and people; writes completed reviews back.',
  options: 'servicenow',
  api: {
    url: 'https://example.service-now.com',
    signIn: {
      methods: { oauth: 'OAuth, client credentials', basic: 'User name and password', token: 'Token' },
      user: 'User name',
      secret: { label: 'Secret', hint: 'The client secret, password or token. It is never shown again.' },
    },
  },
}
