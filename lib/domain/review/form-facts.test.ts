import { describe, expect, test } from 'vitest'
import { isPublishable, lessonTemplate, removeEmptySections } from './form-facts.ts'

describe('the template of a lesson', () => {
  test('counts as no text until something is written under a heading', () => {
    expect(isPublishable({ title: 'Rehearse', content: lessonTemplate })).toBe(false)
    const content = lessonTemplate.replace('## Lesson\n', '## Lesson\nRehearse on a full copy.\n')
    expect(isPublishable({ title: 'Rehearse', content })).toBe(true)
    expect(isPublishable({ title: ' ', content })).toBe(false)
    expect(removeEmptySections(content)).toBe('## Lesson\nRehearse on a full copy.')
  })

  test('leaves other texts as they are', () => {
    const content = 'First.\n\n## Cause\n\n## Lesson\n\n- Rehearse\n\n### Later'
    expect(removeEmptySections(content)).toBe(content)
    expect(removeEmptySections('Only a text')).toBe('Only a text')
  })
})
