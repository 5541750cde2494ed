/**
 * The kinds of records that files are imported into; `reviews` are results of reviews made in another tool, and
 * `accounts` are people who may sign in, whom only an admin adds.
 */
export const importKinds = [
  'users',
  'products',
  'changes',
  'incidents',
  'articles',
  'reviews',
  'improvements',
  'accounts',
] as const
export type ImportKind = (typeof importKinds)[number]

export const importStatuses = ['draft', 'queued', 'running', 'done', 'failed', 'cancelled'] as const
export type ImportStatus = (typeof importStatuses)[number]

/** How an import was made. */
export const importSources = ['page', 'command', 'api'] as const
export type ImportSource = (typeof importSources)[number]

/** The largest file that is accepted over HTTP, in bytes. */
export const maxImportBytes = 200 * 1024 * 1024

/** Number of refused rows that the result of an import lists. */
export const maxListedRefusals = 100
