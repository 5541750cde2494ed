import { under } from './page-paths.ts'

const base = '/admin/connections'

/** The addresses of the pages of connections; separate from `page-paths.ts`, which every page loads. */
export const connectionPaths = {
  all: base,
  one: (id: string) => under(base, id),
  edit: (id: string) => `${under(base, id)}/edit`,
  /** Adds a connection of a kind; without one, the kinds to choose from. */
  new: (kind?: string) => `${base}/new${kind ? `/${kind}` : ''}`,
} as const
