const base = '/admin/webhooks'
const one = (id: string) => `${base}/${encodeURIComponent(id)}`

/** The paths of the pages of webhooks; separate from `page-paths.ts`, which every page loads. */
export const webhookPaths = {
  all: base,
  one,
  delivery: (id: string, delivery: string) => `${one(id)}/${encodeURIComponent(delivery)}`,
} as const
