import type { Article } from '#lib/contracts/articles.ts'
import { articles } from '#server/schema/articles.ts'

/** Columns of an article under the names of its fields, without the prefix `metadata.`, and its version. */
export const articleColumns = {
  id: articles.id,
  content: articles.content,
  source_change: articles.sourceChange,
  article_type: articles.articleType,
  source_pir: articles.sourcePir,
  category: articles.category,
  subcategory: articles.subcategory,
  polarity: articles.polarity,
  tags: articles.tags,
  technologies: articles.technologies,
  created: articles.created,
  author: articles.author,
  updated_at: articles.updatedAt,
  version: articles.version,
}

export type VersionedArticle = Article & { version: number }

/** Converts a row of `articleColumns` to the shape of the contract. */
export function presentArticle(row: Article['metadata'] & Omit<VersionedArticle, 'metadata'>) {
  const { id, content, updated_at, version, ...metadata } = row
  return { id, content, metadata, updated_at, version } satisfies VersionedArticle
}
