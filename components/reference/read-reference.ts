import type { oas31 } from 'zod-openapi'
import type { Document } from './document.ts'

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
export type Method = (typeof methods)[number]

export type OperationEntry = {
  readonly id: string
  readonly method: Method
  readonly path: string
  readonly summary: string
  readonly operation: oas31.OperationObject
}

type TagEntry = {
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly operations: readonly OperationEntry[]
}

export type TagGroup = { readonly name: string; readonly tags: readonly TagEntry[] }

/** One section of the overview; `text` is Markdown. */
export type OverviewSection = { readonly title: string; readonly slug: string; readonly text: string }

const toSlug = (title: string) => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** Groups the operations of a document by group and tag. */
export function readGroups(document: Document): TagGroup[] {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => readEntry(method, path, item[method])),
  )
  const groups: { name: string; tags: string[] }[] = document['x-tagGroups'] ?? []
  return groups.map(({ name, tags }) => ({
    name,
    tags: tags.map((tag) => ({
      name: tag,
      slug: toSlug(tag),
      description: document.tags?.find((one) => one.name === tag)?.description ?? '',
      operations: operations.filter(({ operation }) => operation.tags?.includes(tag)),
    })),
  }))
}

function readEntry(method: Method, path: string, operation: oas31.OperationObject | undefined): OperationEntry[] {
  if (!operation) return []
  return [{ id: operation.operationId ?? '', method, path, summary: operation.summary ?? '', operation }]
}

/** Splits the description of a document at its headings. */
export function readOverview(document: Document): OverviewSection[] {
  const parts = (document.info.description ?? '').split(/^# (.+)$/m).slice(1)
  return parts.flatMap((title, index) =>
    index % 2 === 0 ? [{ title, slug: toSlug(title), text: (parts[index + 1] ?? '').trim() }] : [],
  )
}
