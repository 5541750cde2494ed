import { parse as parseCsv } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { slowTexts } from '#lib/domain/testing-worst-texts.ts'
import { escapeFormula, readCellText, readListText, writeList, writeWorkbookText } from '#lib/text/cell-text.ts'
import { utcClock } from '#lib/time/wall-clock.ts'
import { readMarkdown, readPlan, withoutTags } from '#server/import/cells/document-text.ts'
import { findDateFormat, readDay, readMoment } from '#server/import/cells/moment.ts'
import { readPrice } from '#server/import/cells/price.ts'
import { quoteCell, readFlag, readList, readText, readUrl } from '#server/import/cells/text.ts'
import { changeStateWords, createWordReader } from '#server/import/cells/vocabulary.ts'
import { parseMapping } from '#server/import/jobs/mappings.ts'
import { csvOptions } from '#server/import/source/csv-source.ts'
import { foldColumnName, nameColumns } from '#server/import/source/source.ts'
import { findTechnologies, findThemes, guessFromText } from '#server/import/targets/articles.ts'
import { createPrinter } from '#server/pages/report/pdf/printable.ts'
import { listHighlightedWords } from '#server/text-rarity/highlight.ts'
import { joinChangeWords } from '#server/text-rarity/words-of-change.ts'
import { listDifferences } from './audit/record-event.ts'
import { readTarget } from './http/api-request.ts'
import { toLoggedPath } from './http/exchange.ts'
import { composeMail } from './mail/compose-mail.ts'

const reading = { order: 'day-first', hasShortYears: true, format: undefined, clock: utcClock } as const

const attempt = (read: () => unknown) => {
  try {
    return read()
  } catch (error) {
    return error
  }
}

/** The functions of the server that parse user input or files. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  changeWords: (text) =>
    joinChangeWords({
      title: text,
      affected_services: [text],
      implementation_plan: { steps: text.split('\n') },
      backout_plan: { note: text },
      risk_assessment: null,
    }),
  highlightedWords: (text) => listHighlightedWords(text.replaceAll('a', '\u0001a').replaceAll('A', 'a\u0002')),
  'differences of a record': (text) => listDifferences({ body: text }, { body: `${text}a` }),
  toLoggedPath,
  readTarget: (text) => attempt(() => readTarget(`/changes?query=${text}`)),
  findDateFormat: (text) => attempt(() => findDateFormat(text)?.(text)),
  'date of a usual format': (text) => findDateFormat('dd.MM.yyyy HH:mm')?.(text),
  quoted: quoteCell,
  readMarkdown,
  'withoutTags of HTML': (text) => withoutTags(`<p>${text}</p>`),
  'withoutTags of escaped HTML': (text) => withoutTags(`&#60;p>${text}</p>`),
  'readMarkdown of HTML': (text) => readMarkdown(`<p>${text}</p>`),
  'readMarkdown of an open tag': (text) => readMarkdown(`<p></p><a ${text}`),
  readMoment: (text) => [readMoment(text, reading), readMoment(`2026-01-01 ${text}`, reading)],
  readDay: (text) => readDay(text, reading),
  readPlan,
  'readPlan of JSON': (text) => readPlan(`{"steps":${text}}`),
  'readPlan of steps': (text) => readPlan(`1. a\n2. b\n${text}`),
  readPrice,
  readText,
  readList,
  readFlag,
  readUrl: (text) => [readUrl(text), readUrl(`https://${text}`)],
  wordReader: (text) => createWordReader(changeStateWords)(text),
  parseMapping: (text) => attempt(() => parseMapping(`{"columns":{"title":${JSON.stringify(text)}}}`)),
  foldColumnName,
  nameColumns: (text) => nameColumns(text.split(',')),
  'CSV of an open quote': (text) => attempt(() => parseCsv(`a,b\n"${text}`, csvOptions)),
  escapeFormula,
  readCellText,
  'readCellText of a formula': (text) => readCellText(`="${text}"`),
  readListText,
  'readListText of a quoted item': (text) => readListText(`a;"${text}`),
  writeList: (text) => writeList(text.split(',')),
  writeWorkbookText,
  guessFromText: (text) => guessFromText('pm1', text),
  'guessFromText of a post-mortem': (text) => guessFromText(text, `# a\n## Timeline\n${text}\n## Root cause\n`),
  findTechnologies: (text) => findTechnologies(text, text),
  findThemes,
  print: (text) => createPrinter().print(text),
  composeMail: (text) =>
    composeMail(
      { lead: text, sections: [{ heading: text, items: [{ title: text, body: text }] }] },
      { publicUrl: 'https://hindsight.example.org', unsubscribe: undefined },
    ),
}

test.each(Object.entries(readers))('%s takes at most 50 ms for 50,000 characters', (_, read) => {
  expect(slowTexts(read)).toEqual([])
})
