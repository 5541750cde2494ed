import { addMinutes, toDay, toIso } from './calendar.ts'
import type { DemoData } from './demo-data.ts'
import { fillReferences } from './fill-references.ts'
import { type RecordNumbers, sortByTime } from './number-records.ts'
import type { ScheduledStory } from './schedule-story.ts'
import type { StoryLesson } from './story.ts'

const firstNumber = 10_001

/** Builds articles from the lessons of all reviews, published on the day of the review by its reviewer. */
export function buildArticles(stories: readonly ScheduledStory[], numbers: RecordNumbers): DemoData['articles'] {
  const published = stories.flatMap((scheduled) => {
    const { story, review } = scheduled
    return (review ? story.lessons : []).map((lesson, index) => ({
      story: story.key,
      author: review?.reviewer.name,
      lesson: fillReferences(lesson, scheduled, numbers),
      createdAt: addMinutes(review?.completedAt ?? 0, 12 + 7 * index),
    }))
  })
  return sortByTime(published, ({ createdAt, lesson }) => [createdAt, lesson.title]).map(
    ({ story, lesson, author, createdAt }, index) => ({
      id: `KB${String(firstNumber + index).padStart(7, '0')}`,
      content: writeArticle(lesson),
      sourceChange: numbers.getChange(story),
      articleType: 'lesson',
      sourcePir: numbers.getReview(story),
      category: lesson.category,
      subcategory: lesson.subcategory,
      polarity: lesson.polarity,
      tags: lesson.tags,
      technologies: lesson.technologies,
      created: toDay(createdAt),
      author,
      origin: 'demo',
      createdAt: toIso(createdAt),
      updatedAt: toIso(createdAt),
    }),
  )
}

/** Formats a lesson as Markdown. */
function writeArticle({ title, context, happened, lesson, recommendations }: StoryLesson): string {
  const list = recommendations.map((line) => `- ${line}`).join('\n')
  const sections = { Context: context, 'What happened': happened, Lesson: lesson, Recommendation: list }
  const body = Object.entries(sections).flatMap(([heading, text]) => [`## ${heading}`, text])
  return `${[`# ${title}`, ...body].join('\n\n')}\n`
}
