import { expect, test } from 'vitest'
import { EmailAddress, nameText, text as textOf } from './contracts/primitives.ts'
import { getArticleBody } from './domain/articles/article-body.ts'
import { splitHeading } from './domain/articles/article-heading.ts'
import { getArticleAdvice, getArticleSnippet } from './domain/articles/article-snippet.ts'
import { getArticleTitle } from './domain/articles/article-title.ts'
import { isChangeNumber } from './domain/change/change-number.ts'
import { nameSender } from './domain/change/describe-deployment.ts'
import { outlineJson } from './domain/change/json-outline.ts'
import { findTitleAndDetail, isPlanKey, parseNumberedLines, parseTextStep } from './domain/change/json-steps.ts'
import { readPlanSteps } from './domain/change/plan-steps.ts'
import { findStatedObjective } from './domain/change/stated-objective.ts'
import { foldPersonText } from './domain/four-eyes/person-index.ts'
import {
  haveSameName,
  isEmail,
  isSameEmail,
  mayMean,
  nameWords,
  readPersonText,
} from './domain/four-eyes/same-person.ts'
import { readPriorityLevel } from './domain/incidents/priority-level.ts'
import { drawInitialsAvatar, getInitials } from './domain/people/initials-avatar.ts'
import { findMentionable, findMentions, findStartedMention, splitMentions } from './domain/people/mentions.ts'
import { describeProviderRefusal } from './domain/people/provider-refusals.ts'
import { addRemark, drawNumber } from './domain/policy/review-policy.ts'
import { toReturnPath } from './domain/return-path.ts'
import { fillCleanForms } from './domain/review/clean-forms.ts'
import { removeEmptySections } from './domain/review/form-facts.ts'
import {
  findCommonReason,
  listEarlierReasons,
  rejectionReasons,
  replaceReason,
} from './domain/review/rejection-reasons.ts'
import { getAnswerField, listAnswers, pairAnswers } from './domain/review/review-answers.ts'
import { emptyReviewForms } from './domain/review/review-forms.ts'
import { parseStepSegment, toStepSegment } from './domain/review/step-segment.ts'
import { slowTexts } from './domain/testing-worst-texts.ts'
import { buildSlackBody, buildTeamsBody, formatMessageTitle } from './domain/webhook-message.ts'
import { buildCondition } from './filter/build-condition.ts'
import { describeComparison, getFieldHint, getFieldLabel } from './filter/comparison-labels.ts'
import { completeFilter } from './filter/complete.ts'
import { evaluateFilter } from './filter/evaluate.ts'
import { readFilterParts } from './filter/filter-parts.ts'
import { findNearestName, parseFilter } from './filter/parse.ts'

import { printValue } from './filter/print.ts'
import { takeSuggestion } from './filter/take-suggestion.ts'
import { sampleFields } from './filter/testing.ts'
import { hasLostPlus, isCalendarDate, readTimestamp } from './filter/timestamp.ts'
import { quoteExcerpt } from './filter/wording.ts'
import { writeCanonicalJson } from './text/canonical-json.ts'
import {
  escapeFormula,
  isCutText,
  readCellText,
  readListText,
  unescapeFormula,
  unwrapFormulaText,
  writeWorkbookText,
} from './text/cell-text.ts'
import { escapeHtml } from './text/escape-html.ts'
import { capitalise, lowerFirst, upperFirst } from './text/first-letter.ts'
import { foldForSorting, matchesWords } from './text/fold-for-sorting.ts'
import { humaniseKey } from './text/humanise-key.ts'
import { flattenJson } from './text/json-flatten.ts'
import { findEndOfFirstHeading, readProse, readTextBlocks, toPlainText } from './text/markdown-text.ts'
import { findNameCandidates, maskNames } from './text/mask-names.ts'
import { numberKey, removeLeadingWord } from './text/record-number.ts'
import { parseSearchWords, splitAtWords } from './text/search-words.ts'
import { shorten } from './text/shorten.ts'
import { compareCodePoints, foldCase } from './text/text-comparison.ts'

const people = Array.from({ length: 2_000 }, (_, at) => ({
  name: ['Ada Lind', `Ada Li${at}`, `A${at.toString(36).padStart(3, '0')} A${(at + 1).toString(36).padStart(3, '0')}`][
    at % 3
  ] as string,
  email: `ada${at}@example.org`,
  role: 'a colleague',
  isInvolved: at % 2 === 0,
}))

const change = (implementation_plan: Record<string, unknown> | null) => ({
  number: 'CHG0000001',
  implementation_plan,
  planned_start: null,
  planned_end: null,
  actual_start: null,
  actual_end: null,
})

const owed = { isSampled: false, form: 'full', dueBusinessDays: 1, needsSignOff: true, assignments: [] } as const

/** The functions of lib that parse user input; variants of a call are listed separately. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  isChangeNumber,
  escapeFormula,
  escapeHtml,
  unescapeFormula,
  unwrapFormulaText,
  readCellText,
  readListText,
  writeWorkbookText,
  isCutText,
  removeLeadingWord,
  numberKey,
  getArticleBody,
  getArticleAdvice,
  splitHeading,
  getArticleSnippet,
  'getArticleSnippet around words': (text) => getArticleSnippet(text, ['lind', 'a', '1', 'ada']),
  getArticleTitle,
  'getArticleTitle of a heading': (text) => getArticleTitle(`# ${text}`),
  parseSearchWords,
  splitAtWords: (text) => splitAtWords(text, ['lind', 'a', '1', 'ada']),
  'splitAtWords of the text itself': (text) => splitAtWords(text, parseSearchWords(text)),
  toPlainText,
  readProse,
  readTextBlocks,
  findEndOfFirstHeading,
  removeEmptySections,
  foldForSorting,
  'matchesWords in a text': (text) => matchesWords(text, 'ada a 1'),
  foldPersonText,
  isEmail,
  isSameEmail: (text) => isSameEmail(text, text),
  nameWords,
  haveSameName: (text) => haveSameName(text, `${text} Lind`),
  readPersonText,
  'mayMean as the text': (text) => mayMean(text, { email: 'ada@x.example', name: 'Ada Lovelace' }),
  'mayMean as the name': (text) => mayMean('Ada Lovelace', { email: 'ada@x.example', name: text }),
  upperFirst,
  capitalise,
  lowerFirst,
  humaniseKey,
  getInitials,
  drawInitialsAvatar,
  'writeCanonicalJson of a value': (text) => writeCanonicalJson([text, '\ud800']),
  'writeCanonicalJson of a key': (text) => writeCanonicalJson({ [text]: text }),
  'flattenJson of a value': (text) => flattenJson({ note: text }, 500),
  'flattenJson of a key': (text) => flattenJson({ [text]: { [text]: 1 } }, 500),
  'outlineJson of a value': (text) => outlineJson({ steps: text, note: text }),
  'outlineJson of a key': (text) => outlineJson({ [text]: [{ [text]: text }] }),
  'outlineJson of lines': (text) => outlineJson(text.split('\n')),
  isPlanKey,
  findTitleAndDetail: (text) => findTitleAndDetail({ title: text, detail: text }),
  parseTextStep,
  nameSender: (text) => nameSender(null, text),
  parseNumberedLines,
  'parseNumberedLines with numbers': (text) => parseNumberedLines(`1. a\n2. b\n${text}`),
  'readPlanSteps of steps': (text) => readPlanSteps({ steps: text.split('\n') }),
  'readPlanSteps of a text': (text) => readPlanSteps({ description: text }),
  'readPlanSteps of a key': (text) => readPlanSteps({ [text]: [{ [text]: 'a' }] }),
  findNameCandidates,
  'maskNames with 2,000 people': (text) => maskNames(text, people),
  'splitMentions of 2,000 people': (text) => splitMentions(text, people),
  'findMentionable of 2,000 people': (text) => findMentionable(people, text),
  findStartedMention,
  'findMentions of 2,000 people': (text) => findMentions(text, people),
  readPriorityLevel,
  toReturnPath: (text) => [toReturnPath(text), toReturnPath(`/${text}`)],
  toStepSegment: (text) => toStepSegment(text as never),
  parseStepSegment,
  getAnswerField,
  findCommonReason,
  listEarlierReasons: (text) => listEarlierReasons([{ incident: 'INC1', decision: 'rejected', reason: text }], text),
  findStatedObjective: (text) => findStatedObjective({ implementation_plan: { [text]: text, objective: text } }),
  shorten: (text) => shorten(text, 100),
  formatMessageTitle: (text) => formatMessageTitle(text, text, text),
  'buildSlackBody and buildTeamsBody': (text) => [
    buildSlackBody({ title: text, text, link: null }),
    buildTeamsBody({ title: text, text, link: null }),
  ],
  replaceReason: (text) => replaceReason(`${rejectionReasons[0]}: ${text}`, rejectionReasons[0]),
  describeProviderRefusal: (text) => describeProviderRefusal(text, text),
  drawNumber: (text) => drawNumber(text, text),
  fillCleanForms: (text) => fillCleanForms(change({ steps: [text] }), text),
  'listAnswers of the plan': (text) => {
    const empty = emptyReviewForms(change({ steps: [text] }))
    const answers = listAnswers('plan', { ...empty.plan, notes: text }, change({ steps: [text] }))
    return pairAnswers(answers, answers)
  },
  'listAnswers of a lesson': (text) =>
    listAnswers(
      'lessons',
      {
        drafts: [
          {
            key: 'k',
            title: text,
            content: text,
            polarity: 'neutral',
            category: text,
            tags: [],
            technologies: [],
            article_id: null,
          },
        ],
        is_none_learned: false,
      },
      change(null),
    ),
  parseFilter: (text) => parseFilter(text, sampleFields),
  'parseFilter of a value': (text) => parseFilter(`summary ~ "${text}"`, sampleFields),
  completeFilter: (text) => completeFilter(text, text.length, sampleFields),
  takeSuggestion: (text) => takeSuggestion(text, { from: text.length, to: text.length }, { text, kind: 'value' }),
  readFilterParts: (text) => readFilterParts(text, sampleFields),
  evaluateFilter: (text) => {
    const filter = parseFilter('summary ~ aab', sampleFields)
    return filter.ok && evaluateFilter(filter.tree, { summary: text })
  },
  describeComparison: (text) =>
    describeComparison({ kind: 'comparison', field: text, type: 'text', operator: '=', values: [text] }, sampleFields),
  findNearestName: (text) => findNearestName(text, Object.keys(sampleFields)),
  printValue,
  getFieldHint: (text) => getFieldHint(text, text),
  getFieldLabel,
  buildCondition: (text) => buildCondition(text, '=', [text]),
  compareCodePoints: (text) => compareCodePoints(text, `${text}a`),
  addRemark: (text) => addRemark({ ...owed, reasons: [{ rule_id: '1', rule: 'A', text }] }, text),
  foldCase,
  isCalendarDate,
  readTimestamp,
  hasLostPlus,
  quoteExcerpt,
  EmailAddress: (text) => [EmailAddress.safeParse(text), EmailAddress.safeParse(`a@${text}`)],
  nameText: (text) => nameText(100_000).safeParse(text),
  textOf: (text) => textOf(100_000).safeParse(text),
}

test.each(Object.entries(readers))('%s takes linear time for 50,000 characters', (_, read) => {
  expect(slowTexts(read)).toEqual([])
})
