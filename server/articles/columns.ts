import { Article } from '#lib/contracts/articles.ts'
import { recordColumns } from '#server/platform/db/record-columns.ts'
import { articles } from '#server/schema/articles.ts'

/** Columns of an article under the names of its fields, without the prefix `metadata.`, and its version. */
export const articleColumns = recordColumns(articles, [
  ...Article.shape.metadata.keyof().options,
  ...(['id', 'content', 'updated_at', 'version'] as const),
])

export type VersionedArticle = Article & { version: number }

/** Converts a row of `articleColumns` to the shape of the contract. */
export function presentArticle(row: Article['metadata'] & Omit<VersionedArticle, 'metadata'>) {
  const { id, content, updated_at, version, ...metadata } = row
  return { id, content, metadata, updated_at, version } satisfies VersionedArticle
}
