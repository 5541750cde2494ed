import { entries, flag, shortYes } from './kinds.ts'
import { step } from './question.ts'

const isNoneLearned = flag({
  asks: 'There is nothing to publish',
  describes: 'The reviewer decided that there is nothing to publish',
  noun: 'confirmation that there is no lesson',
  report: null,
})

export const lessons = step('lessons', {
  drafts: entries({
    by: 'key',
    asks: 'Drafts',
    noun: 'lessons',
    proposable: true,
  }),
  is_any_learned: shortYes({
    asks: 'Is there a lesson to publish?',
    none: isNoneLearned,
    describes: 'Answer of the short form: there is a lesson to publish',
    noun: 'answer on lessons',
  }),
  is_none_learned: isNoneLearned,
})
