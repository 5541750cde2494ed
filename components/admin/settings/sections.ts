import type { FieldSpec } from '#components/ui/form/field-spec.ts'
import type { SettingKey } from '#lib/contracts/app/setting-definitions.ts'

export type SettingField = FieldSpec<SettingKey>

export type SettingSection = {
  /** Also the anchor of the section. */
  readonly id: 'organisation' | 'mail' | 'provider' | 'connections' | 'assistants' | 'import' | 'retention' | 'evidence'
  readonly title: string
  readonly description: string
  readonly test?: 'mail' | 'provider'
  readonly fields: readonly SettingField[]
}

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

export const settingSections: readonly SettingSection[] = [
  {
    id: 'organisation',
    title: 'Organisation',
    description: 'Name, URL and days',
    fields: [
      {
        key: 'organisation_name',
        label: 'Name',
        kind: 'text',
        hint: 'On every page, on the sign-in page and in mail.',
      },
      { key: 'organisation_logo', label: 'Logo', kind: 'text', hint: 'PNG, JPEG or WebP up to 24 kB, best square.' },
      {
        key: 'report_classification',
        label: 'Classification of reports',
        kind: 'text',
        hint: 'On each printed page and PDF, such as Internal or Confidential.',
      },
      {
        key: 'public_url',
        label: 'Public URL',
        kind: 'text',
        hint: 'In the links of mail and for the sign-in provider. It must be the URL at which you are now.',
      },
      {
        key: 'time_zone',
        label: 'Time zone',
        kind: 'zone',
        hint: 'Decides what is due and overdue. Also the zone of people who have not set their own.',
      },
      {
        key: 'digest_hour',
        label: 'Hour of the daily digest',
        kind: 'choice',
        options: hours,
        hint: 'In the time zone of each person, on business days.',
      },
    ],
  },
  {
    id: 'mail',
    title: 'Mail',
    description: 'The server that sends notifications and the daily digest',
    test: 'mail',
    fields: [
      { key: 'smtp_host', label: 'Mail server', kind: 'text', hint: 'Such as mail.example.org.' },
      { key: 'smtp_port', label: 'Port', kind: 'number' },
      {
        key: 'smtp_security',
        label: 'Encryption',
        kind: 'choice',
        options: [
          { value: 'starttls', label: 'STARTTLS (port 587)' },
          { value: 'tls', label: 'TLS (port 465)' },
          { value: 'none', label: 'None' },
        ],
      },
      { key: 'smtp_user', label: 'User', kind: 'text', hint: 'Empty for a server without sign-in.' },
      {
        key: 'smtp_password',
        label: 'Password',
        kind: 'secret',
        hint: 'Never shown again. After a change of server, port or security, enter it again.',
      },
      { key: 'mail_from', label: 'Sender', kind: 'text', hint: 'Such as Hindsight <hindsight@example.org>.' },
    ],
  },
  {
    id: 'provider',
    title: 'Sign-in provider',
    description: 'Single sign-on with OpenID Connect',
    test: 'provider',
    fields: [
      { key: 'oidc_issuer', label: 'Issuer', kind: 'text', hint: 'Such as https://login.example.org/realm.' },
      { key: 'oidc_client_id', label: 'Client ID', kind: 'text' },
      {
        key: 'oidc_client_secret',
        label: 'Client secret',
        kind: 'secret',
        hint: 'Never shown again. After a change of the issuer, enter it again.',
      },
      { key: 'oidc_name', label: 'Name on the sign-in page', kind: 'text' },
      {
        key: 'oidc_role_map',
        label: 'Roles',
        kind: 'long',
        hint: 'Which role of the provider becomes which role here, such as hindsight-admins=admin; staff=viewer. Without it, roles are managed in Hindsight.',
      },
      {
        key: 'oidc_role_claim',
        label: 'Claim with the roles',
        kind: 'text',
        hint: 'Or its path, such as realm_access.roles.',
      },
      {
        key: 'oidc_default_role',
        label: 'Role without a mapped role',
        kind: 'choice',
        none: 'No access',
        options: [
          { value: 'viewer', label: 'Viewer' },
          { value: 'reviewer', label: 'Reviewer' },
          { value: 'manager', label: 'Manager' },
        ],
      },
      {
        key: 'oidc_trust_email',
        label: 'Accept e-mail addresses that the provider does not call verified',
        kind: 'flag',
        hint: 'For Microsoft Entra ID. Only when everybody at the provider belongs to your organisation.',
      },
    ],
  },
  {
    id: 'connections',
    title: 'Connections',
    description: 'Connected systems must have public IP addresses, unless you allow a range',
    fields: [
      {
        key: 'outgoing_ranges',
        label: 'Allowed ranges',
        kind: 'lines',
        hint: 'Private IP addresses that connections, webhooks and a witness may have, one range per line, such as 10.20.0.0/16.',
      },
    ],
  },
  {
    id: 'assistants',
    title: 'Assistants',
    description: 'Programs that read by the Model Context Protocol, with a token for mcp, at the path /mcp',
    fields: [
      {
        key: 'assistants',
        label: 'What they may do',
        kind: 'choice',
        options: [
          { value: 'off', label: 'Nothing: turned off' },
          { value: 'read', label: 'Read' },
          { value: 'propose', label: 'Read, and propose drafts to reviewers' },
        ],
        hint: 'Each of their calls is in the history.',
      },
    ],
  },
  {
    id: 'import',
    title: 'Value mapping',
    description: 'What its close codes and outcomes mean, for every import. Common words are known.',
    fields: [
      {
        key: 'close_code_words',
        label: 'Close codes',
        kind: 'pairs',
        hint: 'One per line, such as: Done with remarks = successful_with_issues. Values: successful, successful_with_issues, failed, backed_out.',
      },
      {
        key: 'outcome_words',
        label: 'Outcomes of reviews',
        kind: 'pairs',
        hint: 'One per line. Values: successful, successful_with_issues, partially_successful, failed.',
      },
    ],
  },
  {
    id: 'retention',
    title: 'Retention',
    description: 'What is deleted after a time. What an audit, open work or a later record needs stays.',
    fields: [
      {
        key: 'mail_retention_days',
        label: 'Days that sent mail stays in the outbox',
        kind: 'number',
        hint: 'Empty: 30.',
      },
      {
        key: 'notification_retention_days',
        label: 'Days that notifications stay',
        kind: 'number',
        hint: 'Empty: forever.',
      },
      {
        key: 'attachment_retention_days',
        label: 'Days that attachments stay',
        kind: 'number',
        hint: 'Counted from their upload; while their review or action is open, they stay. Name and hash stay. Empty: forever.',
      },
      {
        key: 'deployment_retention_days',
        label: 'Days that deployments stay',
        kind: 'number',
        hint: 'Counted from their end. They stay while their review is open, while they wait for a decision, and in the period of an audit. Insights of that time miss the deleted ones. Empty: forever.',
      },
      {
        key: 'webhook_retention_days',
        label: 'Days that deliveries of webhooks stay',
        kind: 'number',
        hint: 'Counted from when they were queued; those that wait stay. At least 31. Empty: 31.',
      },
      {
        key: 'change_retention_days',
        label: 'Days that changes stay',
        kind: 'number',
        hint: 'Counted from the end of change and review, which go together. They stay in the period of an audit, and while an open action or a later incident needs them. Empty: forever.',
      },
      {
        key: 'incident_retention_days',
        label: 'Days that incidents stay',
        kind: 'number',
        hint: 'Counted from their resolution. They stay as long as the change that they name. Empty: forever.',
      },
      {
        key: 'improvement_retention_days',
        label: 'Days that actions stay',
        kind: 'number',
        hint: 'Counted from when they were verified or cancelled. They stay as long as what they came from. Empty: forever.',
      },
      {
        key: 'article_retention_days',
        label: 'Days that articles stay',
        kind: 'number',
        hint: 'Counted from their last change. They stay as long as the change that they name. Empty: forever.',
      },
      {
        key: 'attachment_space_mb',
        label: 'Space for attachments in MB',
        kind: 'number',
        hint: 'Of all reviews and actions together. When it is full, nobody can attach more.',
      },
    ],
  },
  {
    id: 'evidence',
    title: 'Evidence',
    description: 'Who else signs the head of the ledger, so that nobody can rewrite the history unnoticed',
    fields: [
      {
        key: 'witness_url',
        label: 'Witness',
        kind: 'text',
        hint: 'Such as https://witness.example.org. It gets the head each hour, and nothing about people or records.',
      },
      {
        key: 'witness_key',
        label: 'Key of the witness',
        kind: 'text',
        hint: 'The line that it prints when it starts.',
      },
    ],
  },
]
