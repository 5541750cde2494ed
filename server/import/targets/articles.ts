import { flatArticleFields, ListedArticle } from '#lib/contracts/articles.ts'
import { text } from '#lib/contracts/primitives.ts'
import { isCalendarDate } from '#lib/time/wall-clock.ts'
import { readChangeName } from '#server/import/cells/change-number.ts'
import { findMonthNumber } from '#server/import/cells/date-parts.ts'
import { readMarkdown } from '#server/import/cells/document-text.ts'
import { readText } from '#server/import/cells/text.ts'
import { createWordReader, polarityWords } from '#server/import/cells/vocabulary.ts'
import { articles as table } from '#server/schema/articles.ts'
import { toTargetFields } from './fields.ts'
import { defineTarget, type RowOf, type RowRemarks, type TargetFields } from './target.ts'

/** Articles that people or API clients have edited keep their values. */
const isKeptWhenEdited = true

/** A field that is guessed from the text is written whenever the text is. */
const fromText = { alsoFrom: ['content'], isKeptWhenEdited }

const baseFields = toTargetFields(flatArticleFields, table)

const fields = {
  ...baseFields,
  id: { ...baseFields.id, isCoalesced: true },
  title: {
    read: readText,
    guesses: ['title', 'short_description', 'subject', 'name', 'file_title'],
    isCoalesced: true,
    limit: text(500).optional(),
    column: null,
  },
  content: {
    ...baseFields.content,
    read: readMarkdown,
    insufficient: {
      snippet: 'These are search results, which hold only a part of each article; export the articles themselves.',
    },
    alsoFrom: ['title'],
    isKeptWhenEdited,
  },
  article_type: { ...baseFields.article_type, ...fromText },
  source_change: {
    ...baseFields.source_change,
    read: readChangeName,
    isLenient: true,
    ...fromText,
    mentionsChange: 'known',
  },
  source_pir: { ...baseFields.source_pir, isKeptWhenEdited },
  category: { ...baseFields.category, ...fromText },
  subcategory: { ...baseFields.subcategory, isKeptWhenEdited },
  polarity: { ...baseFields.polarity, read: createWordReader(polarityWords), isKeptWhenEdited },
  tags: { ...baseFields.tags, ...fromText },
  technologies: { ...baseFields.technologies, ...fromText },
  created: { ...baseFields.created, ...fromText, absent: 'today' },
  author: { ...baseFields.author, ...fromText },
} as const satisfies TargetFields

/** Adds a missing title to the text, and fills empty fields from the text itself. */
function complete({ title, ...row }: RowOf<typeof fields>, remarks: RowRemarks) {
  const isTitled = title === undefined || /^\s*#\s/.test(row.content)
  const content = isTitled ? row.content : `# ${title.replace(/\s+/g, ' ')}\n\n${row.content}`
  if (content.length > 100_000) return 'content must have at most 100,000 characters, its title included'
  const guesses = guessFromText(row.id, content)
  const type = row.article_type?.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_')
  if (row.created === undefined && guesses.created) remarks.add(`Created is ${guesses.created.from}`, row.id)
  if (type === undefined && guesses.isPostMortem)
    remarks.add('Article type is Post mortem, as it is written as one', row.id)
  return {
    ...row,
    content,
    article_type: type ?? (guesses.isPostMortem ? 'post_mortem' : null),
    source_change: row.source_change ?? guesses.sourceChange ?? null,
    category: row.category ?? guesses.category ?? null,
    tags: row.tags ?? guesses.tags,
    technologies: row.technologies ?? guesses.technologies,
    created: row.created ?? guesses.created?.date ?? null,
    author: row.author ?? guesses.author ?? null,
  }
}

export const articleTarget = defineTarget({
  entity: 'articles',
  table,
  key: 'id',
  fields,
  exported: ListedArticle,
  complete,
  historyName: 'article',
})

/**
 * Guesses from a Markdown text: a post-mortem by its headings or a PM number; the category from a line "- Category: …";
 * a change number; an author line; technologies and themes by known words; the date of writing from the last date of
 * the timeline, else the first date of the text, else the year in the identifier.
 */
export function guessFromText(id: string, text: string) {
  const title = /^#\s+(.+)$/m.exec(text)?.[1] ?? ''
  const isPostMortem = /^pm[-_]?\d/i.test(id) || isWrittenAsPostMortem(text)
  return {
    isPostMortem,
    category: findLine(text, 'category'),
    sourceChange: /\bCHG\d{4,}\b/.exec(text)?.[0],
    author: findLine(text, 'authors?'),
    technologies: isPostMortem ? findTechnologies(title, text) : [],
    tags: isPostMortem ? findThemes(`${title}\n${findSection(text, 'summary')}`) : [],
    created: findDate(id, text),
  }
}

const isWrittenAsPostMortem = (text: string) =>
  /^#+\s*timeline/im.test(text) && /^#+\s*(contributing factors|root causes?|action items|lessons learned)/im.test(text)

/** Returns the value of a line such as "- Category: Kubernetes" or "**Author**: Ada", if it is short. */
function findLine(text: string, name: string): string | undefined {
  const value = new RegExp(`^[ \\t]*(?:[-*] )?\\**${name}\\**:\\**[ \\t]*(.{1,64})$`, 'im').exec(text)?.[1]?.trim()
  return value && !/^(\?|n\/a|none|tbd|-)$/i.test(value) ? value : undefined
}

/** Returns the text below the first heading of a name, including nested sections. */
function findSection(text: string, name: string): string {
  const heading = new RegExp(`^(#+)\\s*${name}[^\\n]*\\n`, 'im').exec(text)
  if (!heading) return ''
  const next = new RegExp(`^#{1,${heading[1]?.length ?? 1}} `, 'm')
  return text.slice(heading.index + heading[0].length).split(next, 1)[0] ?? ''
}

function findDate(id: string, text: string) {
  const timeline = findIsoDates(findSection(text, 'timeline')).toSorted().at(-1)
  if (timeline) return { date: timeline, from: 'the last date of its timeline' }
  const first = findIsoDates(text)[0] ?? findWordedDates(text)[0]
  if (first) return { date: first, from: 'the first date in its text' }
  const year = /(?:19|20)\d{2}/.exec(id)?.[0]
  return year ? { date: `${year}-01-01`, from: 'the year in its identifier' } : undefined
}

const findIsoDates = (text: string) =>
  (text.match(/(?<!\d)(?:19|20)\d{2}-\d{2}-\d{2}(?!\d)/g) ?? []).filter(isCalendarDate)

/** Finds dates such as "29 November 2019", "3. February 2020" and "22nd June 2021". */
function findWordedDates(text: string): string[] {
  const matches = text.matchAll(/\b(\d{1,2})(?:st|nd|rd|th|\.)? (?:of )?([A-Z][a-z]{2,8})\.? ((?:19|20)\d{2})\b/g)
  return [...matches]
    .map(([, day = '', month = '', year = '']) => {
      return `${year}-${String(findMonthNumber(month) ?? 0).padStart(2, '0')}-${day.padStart(2, '0')}`
    })
    .filter(isCalendarDate)
}

/** Technologies whose tag is also their spelling. */
const names = `
  ansible apache argocd aws azure cassandra cloudwatch consul coredns dns docker eks envoy fluentd flux gcp git
  grafana haproxy helm iam istio java jenkins kafka kiam kubernetes ldap log4j memcached mongodb mysql nginx
  nodejs oauth okta openshift oracle prometheus python rabbitmq redis saml splunk terraform traefik vault vmware
  zookeeper adfs vpn bgp tls linux windows slack`

/** Technologies as tags, with the pattern of their spellings in texts. */
const spellings: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, new RegExp(`\\b${name}\\b`, 'gi')] as const),
  ),
  'active-directory': /\bactive directory\b/gi,
  'azure-devops': /\bazure devops\b/gi,
  elasticsearch: /\b(elastic|open)search\b/gi,
  'load-balancer': /\bload[- ]?balancers?\b|\b[AEN]LB\b/g,
  postgresql: /\bpostgres(ql)?\b/gi,
  'sql-server': /\b(ms ?sql|sql server)\b/gi,
  dotnet: /(?<!\w)\.net( core)?\b/gi,
}

/** Finds up to 8 technologies, the most frequent first: in the title, or at least twice in the text. */
export function findTechnologies(title: string, text: string): string[] {
  const counts = Object.entries(spellings).map(([name, pattern]) => {
    const weight = 5 * (title.match(pattern)?.length ?? 0) + (text.match(pattern)?.length ?? 0)
    return [name, weight] as const
  })
  return counts
    .filter(([, weight]) => weight > 1)
    .toSorted((one, other) => other[1] - one[1])
    .slice(0, 8)
    .map(([name]) => name)
}

const themes: Readonly<Record<string, RegExp>> = {
  upgrade: /\b(upgrad(e|ed|ing)|version bump|version update)\b/i,
  migration: /\bmigrat(e|ed|ion|ing)\b/i,
  certificate: /\bcertificates?\b/i,
  capacity: /\b(starvation|exhaust(ion|ed)|capacity|out of (disk|memory))\b/i,
  configuration: /\b(mis)?configur(ation|ed)\b/i,
  deletion: /\b(delet(ed|ion)|accidental(ly)?|removed)\b/i,
  rollback: /\b(roll(ed)? ?back|revert(ed)?|backed out)\b/i,
  outage: /\b(outage|disruption|downtime|unavailable|50[234])\b/i,
  monitoring: /\bmonitoring\b/i,
  security: /\b(vulnerabilit(y|ies)|CVE-\d)/i,
}

/** Finds the themes of a post-mortem in its title and summary. */
export const findThemes = (text: string): string[] =>
  Object.entries(themes).flatMap(([theme, pattern]) => (pattern.test(text) ? [theme] : []))
