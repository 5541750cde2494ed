const base = '/admin/connections'
const one = (id: string) => `${base}/${encodeURIComponent(id)}`

/** The paths of the pages of connections; separate from `page-paths.ts`, which every page loads. */
export const connectionPaths = {
  all: base,
  one,
  edit: (id: string) => `${one(id)}/edit`,
  /** Adds a connection of a kind; without a kind, lists the kinds to choose from. */
  new: (kind?: string) => `${base}/new${kind ? `/${kind}` : ''}`,
} as const
