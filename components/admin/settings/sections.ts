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

const field =
  (kind: FieldSpec['kind']) =>
  (key: SettingKey, label: string, hint?: string, more: Partial<SettingField> = {}): SettingField => ({
    key,
    label,
    kind,
    ...(hint && { hint }),
    ...more,
  })
const text = field('text')
const number = field('number')
const choice = field('choice')
const secret = field('secret')
const pairs = field('pairs')

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
      text('organisation_name', 'Name', 'On every page, on the sign-in page and in mail.'),
      text('organisation_logo', 'Logo', 'PNG, JPEG or WebP up to 24 kB, best square.'),
      text(
        'report_classification',
        'Classification of reports',
        'On each printed page and PDF, such as Internal or Confidential.',
      ),
      text(
        'public_url',
        'Public URL',
        'In the links of mail and for the sign-in provider. It must be the URL at which you are now.',
      ),
      field('zone')(
        'time_zone',
        'Time zone',
        'Decides what is due and overdue. Also the zone of people who have not set their own.',
      ),
      choice('digest_hour', 'Hour of the daily digest', 'In the time zone of each person, on business days.', {
        options: hours,
      }),
    ],
  },
  {
    id: 'mail',
    title: 'Mail',
    description: 'The server that sends notifications and the daily digest',
    test: 'mail',
    fields: [
      text('smtp_host', 'Mail server', 'Such as mail.example.org.'),
      number('smtp_port', 'Port'),
      choice('smtp_security', 'Encryption', undefined, {
        options: [
          { value: 'starttls', label: 'STARTTLS (port 587)' },
          { value: 'tls', label: 'TLS (port 465)' },
          { value: 'none', label: 'None' },
        ],
      }),
      text('smtp_user', 'User', 'Empty for a server without sign-in.'),
      secret(
        'smtp_password',
        'Password',
        'Never shown again. After a change of server, port or security, enter it again.',
      ),
      text('mail_from', 'Sender', 'Such as Hindsight <hindsight@example.org>.'),
    ],
  },
  {
    id: 'provider',
    title: 'Sign-in provider',
    description: 'Single sign-on with OpenID Connect',
    test: 'provider',
    fields: [
      text('oidc_issuer', 'Issuer', 'Such as https://login.example.org/realm.'),
      text('oidc_client_id', 'Client ID'),
      secret('oidc_client_secret', 'Client secret', 'Never shown again. After a change of the issuer, enter it again.'),
      text('oidc_name', 'Name on the sign-in page'),
      field('long')(
        'oidc_role_map',
        'Roles',
        'Which role of the provider becomes which role here, such as hindsight-admins=admin; staff=viewer. Without it, roles are managed in Hindsight.',
      ),
      text('oidc_role_claim', 'Claim with the roles', 'Or its path, such as realm_access.roles.'),
      choice('oidc_default_role', 'Role without a mapped role', undefined, {
        none: 'No access',
        options: [
          { value: 'viewer', label: 'Viewer' },
          { value: 'reviewer', label: 'Reviewer' },
          { value: 'manager', label: 'Manager' },
        ],
      }),
      field('flag')(
        'oidc_trust_email',
        'Accept e-mail addresses that the provider does not call verified',
        'For Microsoft Entra ID. Only when everybody at the provider belongs to your organisation.',
      ),
    ],
  },
  {
    id: 'connections',
    title: 'Connections',
    description: 'Connected systems must have public IP addresses, unless you allow a range',
    fields: [
      field('lines')(
        'outgoing_ranges',
        'Allowed ranges',
        'Private IP addresses that connections, webhooks and a witness may have, one range per line, such as 10.20.0.0/16.',
      ),
    ],
  },
  {
    id: 'assistants',
    title: 'Assistants',
    description: 'Programs that read by the Model Context Protocol, with a token for mcp, at the path /mcp',
    fields: [
      choice('assistants', 'What they may do', 'Each of their calls is in the history.', {
        options: [
          { value: 'off', label: 'Nothing: turned off' },
          { value: 'read', label: 'Read' },
          { value: 'propose', label: 'Read, and propose drafts to reviewers' },
        ],
      }),
    ],
  },
  {
    id: 'import',
    title: 'Value mapping',
    description: 'What its close codes and outcomes mean, for every import. Common words are known.',
    fields: [
      pairs(
        'close_code_words',
        'Close codes',
        'One per line, such as: Done with remarks = successful_with_issues. Values: successful, successful_with_issues, failed, backed_out.',
      ),
      pairs(
        'outcome_words',
        'Outcomes of reviews',
        'One per line. Values: successful, successful_with_issues, partially_successful, failed.',
      ),
    ],
  },
  {
    id: 'retention',
    title: 'Retention',
    description: 'What is deleted after a time. What an audit, open work or a later record needs stays.',
    fields: [
      number('mail_retention_days', 'Days that sent mail stays in the outbox', 'Empty: 30.'),
      number('notification_retention_days', 'Days that notifications stay', 'Empty: forever.'),
      number(
        'attachment_retention_days',
        'Days that attachments stay',
        'Counted from their upload; while their review or action is open, they stay. Name and hash stay. Empty: forever.',
      ),
      number(
        'deployment_retention_days',
        'Days that deployments stay',
        'Counted from their end. They stay while their review is open, while they wait for a decision, and in the period of an audit. Insights of that time miss the deleted ones. Empty: forever.',
      ),
      number(
        'webhook_retention_days',
        'Days that deliveries of webhooks stay',
        'Counted from when they were queued; those that wait stay. At least 31. Empty: 31.',
      ),
      number(
        'change_retention_days',
        'Days that changes stay',
        'Counted from the end of change and review, which go together. They stay in the period of an audit, and while an open action or a later incident needs them. Empty: forever.',
      ),
      number(
        'incident_retention_days',
        'Days that incidents stay',
        'Counted from their resolution. They stay as long as the change that they name. Empty: forever.',
      ),
      number(
        'improvement_retention_days',
        'Days that actions stay',
        'Counted from when they were verified or cancelled. They stay as long as what they came from. Empty: forever.',
      ),
      number(
        'article_retention_days',
        'Days that articles stay',
        'Counted from their last change. They stay as long as the change that they name. Empty: forever.',
      ),
      number(
        'attachment_space_mb',
        'Space for attachments in MB',
        'Of all reviews and actions together. When it is full, nobody can attach more.',
      ),
    ],
  },
  {
    id: 'evidence',
    title: 'Evidence',
    description: 'Who else signs the head of the ledger, so that nobody can rewrite the history unnoticed',
    fields: [
      text(
        'witness_url',
        'Witness',
        'Such as https://witness.example.org. It gets the head each hour, and nothing about people or records.',
      ),
      text('witness_key', 'Key of the witness', 'The line that it prints when it starts.'),
    ],
  },
]
