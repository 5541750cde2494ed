import { differences } from '#server/platform/audit/record-event.ts'
import type { articles } from '#server/schema/articles.ts'
import { type DemoEvent, eventsOf, writerOf } from './demo-event.ts'

/** A demo lesson as its reviewer published it. */
export function articleEvents(row: typeof articles.$inferSelect, reviewer: string | null): DemoEvent[] {
  const metadata = {
    source_change: row.sourceChange,
    article_type: row.articleType,
    source_pir: row.sourcePir,
    category: row.category,
    subcategory: row.subcategory,
    polarity: row.polarity,
    tags: row.tags,
    technologies: row.technologies,
    created: row.created,
    author: row.author,
  }
  const changes = differences({}, { content: row.content, metadata })
  return [eventsOf('article', row.id)(row.createdAt, writerOf(reviewer), 'create', changes)]
}
