/**
 * The kinds of records that can be imported. `reviews` are results of reviews made in another tool; `accounts` are
 * people who may sign in, whom only an admin adds.
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

/** The ways to import a file. */
export const importSources = ['page', 'command', 'api'] as const
export type ImportSource = (typeof importSources)[number]

/** Maximum size of a file over HTTP, in bytes. */
export const maxImportBytes = 200 * 1024 * 1024

/** Maximum refused rows in the result of an import. */
export const maxListedRefusals = 100
