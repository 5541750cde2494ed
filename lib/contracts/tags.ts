/** Tags of the operations with their descriptions, grouped as in the reference. */
export const tagGroups = {
  'Resource API': {
    Users: 'The people of the organisation, read only.',
    Products: 'The products on offer, read only.',
  },
  'Change management': {
    Changes: 'Changes to production services, and the outcome of their reviews.',
    Incidents: 'Incidents, searchable by change, service and time.',
    Improvements: 'The register of improvement actions.',
    Events: 'What happened to the records, to follow without reading the lists again.',
  },
  Knowledge: {
    Articles: 'Knowledge articles, including lessons from reviews.',
  },
  'Files of records': {
    Attachments: 'Files that prove what a step of a review, a comment or an improvement action says.',
    Imports: 'Imports of files: sent, run, undone, and their refused rows. Each system of a token takes its own kinds.',
  },
  Evidence: {
    Ledger: 'Signed heads and proofs, by which anyone finds out whether the history was changed afterwards.',
  },
  'The pages’ own API': {
    Reviews: 'Reviews from the first step to sign-off. For signed-in people.',
    Insights:
      'Metrics of changes and reviews, each with its definition and the records behind it. For signed-in people.',
    Audits: 'Samples of closed changes, and what their records hold. For managers and auditors.',
    Controls: 'What laws and standards ask of changes, and which records show it. For managers and auditors.',
    Policy: 'Which changes need a review, by when and by whom. For signed-in people.',
    Discussion: 'Comments on reviews, and questions to requesters. For signed-in people; anyone can reply by link.',
    Search: 'Search across all records. For signed-in people.',
    'Saved views': 'Filters that people save and share. For signed-in people.',
    Notifications: 'Notifications in the app and by e-mail. For signed-in people.',
    History: 'Who changed what, and when. For signed-in people.',
    Sessions: 'The sessions of the person who is signed in.',
    Calendars: 'Reviews, actions and change windows for calendar programs, by an address with a secret.',
    Accounts: 'Who may sign in, with which role. For admins.',
    'API tokens': 'Bearer tokens for other systems. For admins.',
    Connections: 'Other systems that are read, written and listened to. For admins.',
    Webhooks: 'Addresses that events are sent to, and what was sent. For admins.',
    Settings: 'The first run, the settings of the organisation, and the state of the service. For admins.',
  },
  Running: {
    Operations: 'Health, metrics and this description.',
  },
} as const

type Groups = typeof tagGroups
type TagGroup = keyof Groups
/** A tag; each has its page in the reference. */
export type Tag = { [Group in TagGroup]: keyof Groups[Group] }[TagGroup]
