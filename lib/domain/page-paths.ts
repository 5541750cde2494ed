const under = (base: string, id: string) => `${base}/${encodeURIComponent(id)}`

/** The paths of all pages. */
export const pagePaths = {
  start: '/',
  signIn: '/sign-in',
  forgotPassword: '/sign-in/forgot',
  /** Sets a new password; the token of the mailed link follows as a fragment, which is never sent to a server. */
  resetPassword: '/sign-in/reset',
  users: '/users',
  user: (id: string) => under('/users', id),
  products: '/products',
  changes: '/changes',
  /** Deployments to production that no change authorised. */
  unrecordedChanges: '/changes/unrecorded',
  change: (number: string) => under('/changes', number),
  /** The first open step of a review, or the given one, such as `sign_off` or `short`. */
  review: (number: string, step?: string) =>
    `${under('/changes', number)}/review${step ? `/${step.replaceAll('_', '-')}` : ''}`,
  /** Two versions of a review side by side. */
  reviewVersions: (number: string) => `${under('/changes', number)}/review/versions`,
  /** Redirects to the review with a reference such as PIR-2026-0042. */
  reviewOf: (reference: string) => under('/reviews', reference),
  discussion: (number: string) => `${under('/changes', number)}/discussion`,
  /** The page of the link on which a requester replies to a question. */
  answer: (secret: string) => under('/answers', secret),
  report: (number: string) => `${under('/changes', number)}/report`,
  incidents: '/incidents',
  incident: (number: string) => under('/incidents', number),
  improvements: '/improvements',
  improvement: (id: string) => under('/improvements', id),
  insights: '/insights',
  /** The weekly pack for a change advisory board. */
  weeklyPack: '/insights/weekly',
  /** The figures of a quarter, such as `2026-Q3`, and their conclusion; by default of the last one. */
  quarter: (name?: string) => `/insights/quarter${name ? `?quarter=${name}` : ''}`,
  /** The change models, and which of them are standard. */
  standardChanges: '/insights/standard-changes',
  audits: '/insights/audits',
  audit: (id: string) => under('/insights/audits', id),
  newAudit: '/insights/audits/new',
  controls: '/insights/controls',
  /** The records behind a metric. */
  metric: (name: string) => under('/insights', name),
  knowledge: '/knowledge',
  article: (id: string) => under('/knowledge', id),
  newArticle: '/knowledge/new',
  editArticle: (id: string) => `${under('/knowledge', id)}/edit`,
  admin: '/admin',
  accounts: '/admin/accounts',
  leavers: '/admin/leavers',
  policy: '/admin/policy',
  /** A rule of the policy, or `new` for one that is not saved. */
  policyRule: (id: string) => under('/admin/policy', id),
  tokens: '/admin/tokens',
  history: '/admin/history',
  imports: '/admin/import',
  import: (id: string) => under('/admin/import', id),
  /** Settings of the organisation. */
  organisation: '/admin/settings',
  system: '/admin/system',
  /** Adds the first admin of a service without accounts. */
  setup: '/setup',
  /** The checklist of a new installation. */
  firstSteps: '/admin/setup',
  reference: '/reference',
  notifications: '/notifications',
  settings: '/settings',
  unsubscribe: (token: string) => under('/unsubscribe', token),
} as const
