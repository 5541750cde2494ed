import { addMinutes, toDay, toIso } from './calendar.ts'
import type { DemoData } from './demo-data.ts'
import { fillReferences } from './fill-references.ts'
import { inOrder, type RecordNumbers } from './number-records.ts'
import type { ScheduledStory } from './schedule-story.ts'
import { writeArticle } from './write-article.ts'

const firstNumber = 10_001

/** The lessons of all reviews as articles, published on the day of the review by its reviewer. */
export function buildArticles(stories: readonly ScheduledStory[], numbers: RecordNumbers): DemoData['articles'] {
  const published = stories.flatMap((scheduled) => {
    const { review } = scheduled
    if (!review) return []
    return (scheduled.story.lessons ?? []).map((lesson, index) => ({
      scheduled,
      author: review.reviewer.name,
      lesson: fillReferences(lesson, scheduled, numbers),
      createdAt: addMinutes(review.completedAt, 12 + 7 * index),
    }))
  })
  return inOrder(
    published,
    ({ createdAt }) => createdAt,
    ({ lesson }) => lesson.title,
  ).map(({ scheduled, lesson, author, createdAt }, index) => ({
    id: `KB${String(firstNumber + index).padStart(7, '0')}`,
    content: writeArticle(lesson),
    sourceChange: numbers.changeOf(scheduled.story.key),
    articleType: 'lesson',
    sourcePir: numbers.reviewOf(scheduled.story.key),
    category: lesson.category,
    subcategory: lesson.subcategory,
    polarity: lesson.polarity,
    tags: [...lesson.tags],
    technologies: [...lesson.technologies],
    created: toDay(createdAt),
    author,
    origin: 'demo',
    createdAt: toIso(createdAt),
    updatedAt: toIso(createdAt),
  }))
}
