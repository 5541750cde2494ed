import { BookOpenText } from 'lucide-react'
import type { ListView } from '#components/list/list-view.ts'
import type { ArticleSummary, listArticleSummaries } from '#lib/contracts/app/articles.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { polarityLabels } from '#lib/review/labels.ts'

export type KnowledgeQuery = QueryOf<typeof listArticleSummaries>

export const knowledgeView: ListView<ArticleSummary, KnowledgeQuery> = {
  path: pagePaths.knowledge,
  noun: ['article', 'articles'],
  title: 'Knowledge',
  description: 'Lessons from past changes, to plan the next one.',
  key: 'id',
  pageSize: 20,
  columns: [],
  hasViews: true,
  search: { placeholder: 'Words, “a phrase”, or -without' },
  filter: {
    placeholder: 'metadata.created >= 2026-01-01',
    offer: {
      'metadata.category': 'lesson_categories',
      'metadata.tags': 'tags',
      'metadata.technologies': 'technologies',
    },
    quick: [],
  },
  facets: [
    {
      label: 'Kind of lesson',
      parameter: 'polarity',
      counts: 'polarity',
      field: 'metadata.polarity',
      labels: polarityLabels,
    },
    { label: 'Service', parameter: 'service', counts: 'services' },
    { label: 'Type', parameter: 'type', counts: 'article_type', field: 'metadata.article_type' },
    { label: 'Category', parameter: 'category', counts: 'category', field: 'metadata.category' },
    {
      label: 'Technology',
      parameter: 'technologies',
      counts: 'technologies',
      field: 'metadata.technologies',
      isList: true,
    },
    { label: 'Tag', parameter: 'tags', counts: 'tags', field: 'metadata.tags', isList: true },
  ],
  empty: { icon: BookOpenText, text: 'Lessons that reviews publish appear here.', imports: 'articles' },
}
