import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EmailAddress, nameText, text as textOf } from './contracts/primitives.ts'
import { getArticleSnippet } from './domain/articles/article-snippet.ts'
import { outlineJson } from './domain/change/json-outline.ts'
import { parseNumberedLines } from './domain/change/json-steps.ts'
import { readPlanSteps } from './domain/change/plan-steps.ts'
import { haveSameName, mayMean } from './domain/four-eyes/same-person.ts'
import { findMentionable, findMentions, splitMentions } from './domain/people/mentions.ts'
import { slowTexts } from './domain/testing-worst-texts.ts'
import { buildSlackBody, buildTeamsBody } from './domain/webhook-message.ts'
import { completeFilter } from './filter/complete.ts'
import { evaluateFilter } from './filter/evaluate.ts'
import { readFilterParts } from './filter/filter-parts.ts'
import { findNearestName, parseFilter } from './filter/parse.ts'
import { sampleFields } from './filter/testing.ts'
import { listEarlierReasons, rejectionReasons, replaceReason } from './review/decisions.ts'
import { findObjective } from './review/questions/objective.ts'
import { writeCanonicalJson } from './text/canonical-json.ts'
import { matchesWords } from './text/fold-for-sorting.ts'
import { flattenJson } from './text/json-flatten.ts'
import { maskNames } from './text/mask-names.ts'
import { parseSearchWords, splitAtWords } from './text/search-words.ts'
import { shorten } from './text/shorten.ts'

const people = Array.from({ length: 2_000 }, (_, at) => ({
  name: ['Ada Lind', `Ada Li${at}`, `A${at.toString(36).padStart(3, '0')} A${(at + 1).toString(36).padStart(3, '0')}`][
    at % 3
  ] as string,
  email: `ada${at}@example.org`,
  role: 'a colleague',
  isInvolved: at % 2 === 0,
}))

/** Functions that take a text with something else, or a text in an object. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  getArticleSnippet: (text) => getArticleSnippet(text, ['lind', 'a', '1', 'ada']),
  splitAtWords: (text) => splitAtWords(text, ['lind', 'a', '1', 'ada']),
  'splitAtWords of the text itself': (text) => splitAtWords(text, parseSearchWords(text)),
  matchesWords: (text) => matchesWords(text, 'ada a 1'),
  haveSameName: (text) => haveSameName(text, `${text} Lind`),
  'mayMean as the text': (text) => mayMean(text, { email: 'ada@x.example', name: 'Ada Lovelace' }),
  'mayMean as the name': (text) => mayMean('Ada Lovelace', { email: 'ada@x.example', name: text }),
  'writeCanonicalJson of a value': (text) => writeCanonicalJson([text, '\ud800']),
  'writeCanonicalJson of a key': (text) => writeCanonicalJson({ [text]: text }),
  'flattenJson of a value': (text) => flattenJson({ note: text }, 500),
  'flattenJson of a key': (text) => flattenJson({ [text]: { [text]: 1 } }, 500),
  'outlineJson of a value': (text) => outlineJson({ steps: text, note: text }),
  'outlineJson of a key': (text) => outlineJson({ [text]: [{ [text]: text }] }),
  'outlineJson of lines': (text) => outlineJson(text.split('\n')),
  parseNumberedLines: (text) => parseNumberedLines(`1. a\n2. b\n${text}`),
  'readPlanSteps of steps': (text) => readPlanSteps({ steps: text.split('\n') }),
  'readPlanSteps of a text': (text) => readPlanSteps({ description: text }),
  'readPlanSteps of a key': (text) => readPlanSteps({ [text]: [{ [text]: 'a' }] }),
  'maskNames with 2,000 people': (text) => maskNames(text, people),
  'splitMentions of 2,000 people': (text) => splitMentions(text, people),
  'findMentionable of 2,000 people': (text) => findMentionable(people, text),
  'findMentions of 2,000 people': (text) => findMentions(text, people),
  listEarlierReasons: (text) => listEarlierReasons([{ incident: 'INC1', decision: 'rejected', reason: text }], text),
  findObjective: (text) => findObjective({ objective: null, implementation_plan: { [text]: text, objective: text } }),
  shorten: (text) => shorten(text, 100),
  buildSlackBody: (text) => buildSlackBody({ title: text, text, link: null }),
  buildTeamsBody: (text) => buildTeamsBody({ title: text, text, link: null }),
  replaceReason: (text) => replaceReason(`${rejectionReasons[0]}: ${text}`, rejectionReasons[0]),
  parseFilter: (text) => parseFilter(text, sampleFields),
  'parseFilter of a value': (text) => parseFilter(`summary ~ "${text}"`, sampleFields),
  completeFilter: (text) => completeFilter(text, text.length, sampleFields),
  readFilterParts: (text) => readFilterParts(text, sampleFields),
  evaluateFilter: (text) => {
    const filter = parseFilter('summary ~ aab', sampleFields)
    return filter.ok && evaluateFilter(filter.tree, { summary: text })
  },
  findNearestName: (text) => findNearestName(text, Object.keys(sampleFields)),
  EmailAddress: (text) => [EmailAddress.safeParse(text), EmailAddress.safeParse(`a@${text}`)],
  nameText: (text) => nameText(100_000).safeParse(text),
  textOf: (text) => textOf(100_000).safeParse(text),
}

test.each(Object.entries(readers))('%s takes linear time for 50,000 characters', (_, read) => {
  expect(slowTexts(read)).toEqual([])
})

test('every function that takes texts alone takes linear time', async () => {
  const files = globSync('{domain,filter,text,time}/**/*.ts', { cwd: import.meta.dirname })
  let tried = 0
  for (const file of files.filter((name) => !/\.test\.|\.d\.ts|testing/.test(name))) {
    const functions = Object.entries(await import(join(import.meta.dirname, file))).filter(
      (entry): entry is [string, (...texts: string[]) => unknown] => typeof entry[1] === 'function',
    )
    for (const [name, called] of functions) {
      const read = (text: string) => {
        try {
          return called(text, text, text)
        } catch (error) {
          return error
        }
      }
      // Others take an object, or a text with something else, as `readers` does.
      if (read('a') instanceof Error || Object.keys(readers).some((known) => known.split(' ')[0] === name)) continue
      tried += 1
      expect(slowTexts(read), name).toEqual([])
    }
  }
  expect(tried).toBeGreaterThan(60)
})
