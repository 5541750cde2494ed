import { isCalendarDate } from '#lib/filter/timestamp.ts'
import { findMonthNumber } from '#server/import/cells/date-parts.ts'

/** Guesses from the text of an article; undefined if the text gives no evidence. */
type ArticleGuesses = {
  readonly isPostMortem: boolean
  readonly category: string | undefined
  readonly sourceChange: string | undefined
  readonly author: string | undefined
  readonly technologies: readonly string[]
  readonly tags: readonly string[]
  readonly created: { readonly date: string; readonly from: string } | undefined
}

/**
 * Guesses from a Markdown text: a post-mortem by its headings or a PM number; the category from a line "- Category: …";
 * a change number; an author line; technologies and themes by known words; the date of writing from the last date of
 * the timeline, else the first date of the text, else the year in the identifier.
 */
export function guessFromText(id: string, text: string): ArticleGuesses {
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

function findDate(id: string, text: string): ArticleGuesses['created'] {
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

/**
 * Finds the technologies of a text: known names in its title or at least twice in the text, as whole words. At most 8,
 * most frequent first.
 */
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
